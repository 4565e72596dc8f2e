import { createDirectExposure, createGateway, serveHttp } from '@toolscout/gateway'

// Serves one tool over HTTP and says where, for tests that run it on another Node.js than their own.
const gateway = createGateway()
await gateway.register([
  {
    name: 'repeat',
    inputSchema: { type: 'object', properties: { word: { type: 'string' }, times: { type: 'integer' } } },
    execute: ({ word, times }: { readonly word: string; readonly times: number }) => word.repeat(times),
  },
])
const exposure = createDirectExposure(gateway)
const { url, token } = await serveHttp(
  { gateway, exposure, name: 'newer', version: '1.0.0' },
  { signals: true },
)
process.stdout.write(`${JSON.stringify({ url, token })}\n`)
