import { createDirectExposure, createRegistry, serveHttp } from '@toolscout/registry'

// Serves one tool over HTTP and says where, for tests that run it on another Node.js than their own.
const registry = createRegistry()
await registry.register([
  {
    name: 'repeat',
    inputSchema: { type: 'object', properties: { word: { type: 'string' }, times: { type: 'integer' } } },
    execute: ({ word, times }: { readonly word: string; readonly times: number }) => word.repeat(times),
  },
])
const exposure = createDirectExposure(registry)
const { url, token } = await serveHttp(
  { registry, exposure, name: 'newer', version: '1.0.0' },
  { signals: true },
)
process.stdout.write(`${JSON.stringify({ url, token })}\n`)
