import { describe, expect, it } from 'vitest'
import { connect } from './fixtures/connect.ts'
import { isCall, remote, startHttp, stream } from './fixtures/http-server.ts'
import { fixture } from './fixtures/servers.ts'
import type { McpDiagnostic } from './transport/transport.ts'

/** Each of these ended the process when it was nested 5,000 levels deep (Node prints them recursively). */
const KINDS = [
  ['an answer to no request', '{"jsonrpc":"2.0","id":999999,"result":{"a":DEEP}}'],
  ['an error to no request', '{"jsonrpc":"2.0","id":999999,"error":{"code":1,"message":"no","data":DEEP}}'],
  ['a request with a nested id', '{"jsonrpc":"2.0","id":DEEP,"method":"ping"}'],
  ['an object that is no message', '{"jsonrpc":"2.0","a":DEEP}'],
  ['a message of no protocol', '{"id":7,"method":"ping","params":{"a":DEEP}}'],
  ['progress of nothing', '{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":DEEP}}'],
] as const

describe.each(KINDS)('%s, nested too deeply', (_what, text) => {
  it.each([5_000, 200_000])('is dropped and reported over stdio (%i levels)', async (levels) => {
    const diagnostics: McpDiagnostic[] = []
    const connection = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    for (let i = 0; i < 3; i += 1) await connection.call('raw', { text, levels })
    expect(await connection.call('echo', {})).toMatchObject({ content: [{ text: '{}' }] })
    expect(connection.status).toBe('connected')
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^dropped .*; 1 dropped so far$/),
    ])
  })

  it.each([5_000, 200_000])('does not disturb a call over HTTP (%i levels)', async (levels) => {
    const raw = text.replace('DEEP', `${'['.repeat(levels)}${']'.repeat(levels)}`)
    const server = await startHttp((exchange) => {
      if (!isCall(exchange)) return undefined
      const answer = JSON.stringify({ jsonrpc: '2.0', id: exchange.message?.id, result: { content: [] } })
      stream(exchange, `data: ${raw}\n\n`)
      exchange.response.end(`data: ${answer}\n\n`)
      return true
    })
    const connection = await connect(remote(server.url))
    expect(await connection.call('anything', {})).toEqual({ content: [] })
    expect(connection.status).toBe('connected')
  })
})

it.each(['{"a":1}', '[1]', 'true'])('a request whose id is %s is dropped and not answered', async (id) => {
  const messages: string[] = []
  const connection = await connect(fixture('caller'), {
    onDiagnostic: ({ message }) => messages.push(message),
  })
  await connection.call('raw', { text: `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, levels: 0 })
  expect(await connection.call('echo', {})).toMatchObject({ content: [{ text: '{}' }] })
  expect(messages).toEqual(['dropped a message that is no JSON-RPC; 1 dropped so far'])
})
