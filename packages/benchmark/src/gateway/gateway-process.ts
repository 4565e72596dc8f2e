// A gateway in front of one server, as a process: `stdio` or `http`, and how the server is reached.

import { createDirectExposure, createGateway, serveHttp, serveStdio } from '@toolscout/gateway'
import type { McpServerConfig } from '@toolscout/mcp'

const [front, server = ''] = process.argv.slice(2)
const gateway = createGateway()
gateway.addServer({ name: 'everything', ...JSON.parse(server) } as McpServerConfig)
const served = { gateway, exposure: createDirectExposure(gateway), name: 'gateway', version: '1.0.0' }
if (front === 'http') {
  const { url, token } = await serveHttp(served)
  await gateway.settled({ timeoutMs: 60_000 })
  process.stderr.write(`${JSON.stringify({ url, token })}\n`)
} else {
  serveStdio(served)
}
