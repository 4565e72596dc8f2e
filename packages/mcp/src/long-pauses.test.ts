import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished } from 'vitest'
import { connectMcpServer } from './connection/connect.ts'
import { remote, startHttp, stream } from './fixtures/http-server.ts'
import { until } from './fixtures/servers.ts'

/** No timer can hold so many milliseconds: it would go off after one. */
const FOREVER = 999_999_999_999

function watchWarnings(): readonly string[] {
  const warnings: string[] = []
  const watch = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', watch)
  onTestFinished(() => void process.off('warning', watch))
  return warnings
}

it('a server that asks to be left alone for ever when its stream of events ends is asked once more in good time', async () => {
  const warnings = watchWarnings()
  const backend = await startHttpBackend({ name: 'b', ledger: createLedger(), retryMs: FOREVER })
  onTestFinished(backend.down)
  const connection = await connectMcpServer(remote(backend.url))
  onTestFinished(connection.close)
  await until(() => backend.streams() === 1)
  // The pause that was asked for has arrived before the answer to this.
  await connection.ping()
  backend.endStreams()
  await until(() => backend.requests('GET') === 2)
  await until(() => backend.streams() === 1)
  await connection.ping()
  expect([backend.requests('GET'), warnings]).toEqual([2, []])
})

it('nor does the one of MCP 2024-11-05 start a timer that cannot be', async () => {
  const warnings = watchWarnings()
  const { url, requests } = await startHttp((exchange) => {
    const { request, response, message } = exchange
    if (request.method === 'GET')
      return stream(exchange, `retry: ${FOREVER}\nevent: endpoint\ndata: ${new URL(url).pathname}\n\n`)
    const [events] = requests
    if (message?.method === 'ping') events?.response.end()
    if (message?.id === undefined || message.method !== 'initialize') return false
    response.writeHead(202).end()
    const result = {
      protocolVersion: '2024-11-05',
      capabilities: {},
      serverInfo: { name: 's', version: '1' },
    }
    events?.response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`)
    return true
  })
  const connection = await connectMcpServer(remote(url, 'sse'))
  await connection.ping().catch(() => {})
  await connection.closed
  await new Promise(setImmediate)
  expect([requests.filter(({ request }) => request.method === 'GET').length, warnings]).toEqual([1, []])
})
