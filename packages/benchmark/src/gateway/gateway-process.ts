// A gateway in front of one server, as a process: `stdio` or `http`, and how the server is reached.
import type { McpServerConfig } from '@toolscout/mcp'
import { createDirectExposure, createRegistry, serveHttp, serveStdio } from '@toolscout/registry'

const [front, server = ''] = process.argv.slice(2)
const registry = createRegistry()
registry.addServer({ name: 'everything', ...JSON.parse(server) } as McpServerConfig)
const served = { registry, exposure: createDirectExposure(registry), name: 'gateway', version: '1.0.0' }
if (front === 'http') {
  const { url, token } = await serveHttp(served)
  await registry.settled({ timeoutMs: 60_000 })
  process.stderr.write(`${JSON.stringify({ url, token })}\n`)
} else {
  serveStdio(served)
}
