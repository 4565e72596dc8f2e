import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { McpCallError, McpClosedError, McpTimeoutError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { fixture, realServer, rejection } from '../fixtures/servers.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { connectMcpServer } from './connect.ts'
import type { McpConnection } from './connection.ts'

/** For all tests that leave it alive. */
let caller: McpConnection
beforeAll(async () => {
  caller = await connectMcpServer(fixture('caller'))
})
afterAll(() => caller.close())

describe('call', () => {
  it('gives text, pictures, links and structured content as the everything server does (SHL-030, LOOM-111)', async () => {
    const everything = await connect(realServer('everything'))
    expect(await everything.call('echo', { message: 'hi' })).toEqual({
      content: [{ type: 'text', text: 'Echo: hi' }],
    })
    const image = await everything.call('get-tiny-image', {})
    expect(image.content).toContainEqual({
      type: 'image',
      data: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      mimeType: 'image/png',
    })
    const links = await everything.call('get-resource-links', { count: 2 })
    expect(links.content.filter(({ type }) => type === 'resource_link')).toHaveLength(2)
    const reference = await everything.call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })
    expect(reference.content).toContainEqual({
      type: 'resource',
      resource: expect.objectContaining({ uri: expect.any(String) }),
    })
    const weather = await everything.call('get-structured-content', { location: 'New York' })
    expect(weather.structuredContent).toMatchObject({ temperature: expect.any(Number) })
  })

  it("gives the tool's own failure as a result (LOOM-115)", async () => {
    const filesystem = await connect(realServer('filesystem', tmpdir()))
    const result = await filesystem.call('read_text_file', { path: '/etc/passwd' })
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/denied/) }],
    })
  })

  it('tells how far a call has come', async () => {
    const everything = await connect(realServer('everything'))
    const seen: number[] = []
    await everything.call(
      'trigger-long-running-operation',
      { duration: 0.4, steps: 4 },
      { onProgress: ({ progress, total }) => seen.push(progress, total ?? 0) },
    )
    expect(seen.slice(0, 4)).toEqual([1, 4, 2, 4])
  })

  it('keeps content of unknown kinds as text, and _meta', async () => {
    const result = await caller.call('odd-content', {})
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'text', 'text'])
    expect(result).toMatchObject({ isError: false, _meta: { traced: true } })
  })

  it('takes the arguments as they are at the moment of the call', async () => {
    const args = { list: ['a'] }
    const calling = caller.call('echo', args)
    args.list.push('b')
    expect(await calling).toMatchObject({ content: [{ text: '{"list":["a"]}' }] })
  })

  it.each([
    ['refuse-arguments', -32_602, 'notRun', 'message is required.'],
    ['internal-error', -32_603, 'unknown', 'something broke.'],
  ])('rejects with what the server says to %s', async (tool, rpcCode, outcome, words) => {
    const error = await rejection(caller.call(tool, {}))
    expect(error).toBeInstanceOf(McpCallError)
    expect(error).toMatchObject({ details: { server: 'caller', tool, rpcCode, outcome } })
    expect((error as Error).message).toContain(words)
  })

  it('does not know whether a tool ran whose server died', async () => {
    for (const [tool, end] of [
      ['die', { exitCode: 7, stderr: 'Fatal: the disk is full' }],
      ['killed', { signal: 'SIGKILL' }],
    ] as const) {
      const mortal = await connect(fixture('caller'))
      const error = await rejection(mortal.call(tool, {}))
      expect(error).toBeInstanceOf(McpClosedError)
      expect(error).toMatchObject({ details: { outcome: 'unknown', by: 'server' }, cause: { details: end } })
      expect(mortal.status).toBe('closed')
      expect(await mortal.closed).toMatchObject({ code: 'MCP_CLOSED', details: { by: 'server' } })
      expect(await rejection(mortal.call('echo', {}))).toMatchObject({
        code: 'MCP_CLOSED',
        details: { outcome: 'notRun' },
      })
      expect(await rejection(mortal.list())).toBeInstanceOf(McpClosedError)
    }
  })

  it('does not know whether a tool ran that took too long, and tells the server to stop', async () => {
    const error = await rejection(caller.call('hang', {}, { timeoutMs: 300 }))
    expect(error).toBeInstanceOf(McpTimeoutError)
    expect(error).toMatchObject({
      details: { operation: 'call', tool: 'hang', timeoutMs: 300, outcome: 'unknown' },
    })
    const { structuredContent } = await caller.call('cancelled', {})
    expect(structuredContent).toEqual({ cancelled: [expect.stringContaining('deadline')] })
  })

  it("rejects with the caller's reason and does not tell it to the server", async () => {
    const controller = new AbortController()
    const calling = rejection(caller.call('hang', {}, { signal: controller.signal }))
    const reason = new Error('the password is swordfish')
    controller.abort(reason)
    expect(await calling).toBe(reason)
    const { structuredContent } = await caller.call('cancelled', {})
    expect(JSON.stringify(structuredContent)).not.toContain('swordfish')
  })

  it('refuses arguments that are no JSON object, and times that are none', async () => {
    expect(await rejection(caller.call('echo', { f: () => {} } as never))).toMatchObject({
      code: 'INVALID_JSON',
    })
    expect(await rejection(caller.call('echo', [] as never))).toBeInstanceOf(TypeError)
    for (const timeoutMs of [0, -1, 1.5, Number.NaN]) {
      expect(await rejection(caller.call('echo', {}, { timeoutMs }))).toBeInstanceOf(RangeError)
    }
  })

  it('rejects a result that is none', async () => {
    expect(await rejection(caller.call('no-result', {}))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      details: { outcome: 'unknown' },
    })
  })

  it('keeps a hundred calls at once apart', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => caller.call('echo', { i })))
    expect(results.map(({ content }) => content)).toEqual(
      Array.from({ length: 100 }, (_, i) => [{ type: 'text', text: `{"i":${i}}` }]),
    )
  })
})

describe('a server that sends other things than answers', () => {
  it('is read through noise on stdout, which is reported', async () => {
    const diagnostics: McpDiagnostic[] = []
    const caller = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    expect(await caller.call('noise', {})).toMatchObject({ content: [{ text: 'after the noise' }] })
    expect(diagnostics).toEqual(
      ['Listening on port 8080', '{"half": ', '42'].map((message) => ({
        server: 'caller',
        kind: 'output',
        message,
      })),
    )
  })

  it('may answer in a batch', async () => {
    expect(await caller.call('batch', {})).toMatchObject({ content: [{ text: 'in a batch' }] })
  })

  it.each(['unreadable-answer', 'both-answers'])('is not waited for after an %s', async (tool) => {
    expect(await rejection(caller.call(tool, {}))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      details: { outcome: 'unknown' },
      cause: { details: { reason: 'protocol' } },
    })
    expect(caller.status).toBe('connected')
  })

  it('is closed when a message is larger than allowed', async () => {
    const caller = await connect(fixture('caller'), { limits: { maxFrameBytes: 100_000 } })
    expect(await caller.call('huge', { bytes: 99_000 })).toMatchObject({ content: [{ type: 'text' }] })
    const error = await rejection(caller.call('huge', { bytes: 100_001 }))
    expect(error).toMatchObject({
      code: 'MCP_CLOSED',
      details: { by: 'transport', outcome: 'unknown' },
      cause: { code: 'MCP_TRANSPORT_FAILED', details: { reason: 'frame' } },
    })
    expect(caller.status).toBe('closed')
  })

  it('may nest a hundred thousand levels, which are left out', async () => {
    const { content, _meta } = await caller.call('deep', {})
    const leftOut = { type: 'text', text: expect.stringMatching(/left out: Nested deeper than 64 levels/) }
    expect(content).toEqual([leftOut, leftOut])
    expect(_meta).toBeUndefined()
    expect(await caller.call('echo', { still: 'there' })).toMatchObject({ content: [{ type: 'text' }] })
  })

  it('gets no service from a client that announces none', async () => {
    await caller.call('ask-client', {})
    expect(await caller.call('echo', { still: 'there' })).toMatchObject({ content: [{ type: 'text' }] })
  })
})

describe('onChange', () => {
  it('calls every listener once a change until it is removed, whatever the others do', async () => {
    const diagnostics: McpDiagnostic[] = []
    const caller = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    let first = 0
    let second = 0
    const stop = caller.onChange(() => {
      first += 1
      throw new Error('mine alone')
    })
    caller.onChange(() => {
      second += 1
    })
    await caller.call('list-changed', {})
    expect([first, second]).toEqual([1, 1])
    stop()
    stop()
    await caller.call('list-changed', {})
    expect([first, second]).toEqual([1, 2])
    expect(diagnostics).toEqual([
      { server: 'caller', kind: 'listener', message: 'A change listener threw: Error: mine alone' },
    ])
  })
})

describe('close', () => {
  it('may be called twice, ends calls that wait, and says that it was the caller (SHL-034, OPC-031)', async () => {
    const own = await connect(fixture('caller'))
    const calling = rejection(own.call('hang', {}))
    await Promise.all([own.close(), own.close()])
    await own.close()
    expect(await calling).toMatchObject({ code: 'MCP_CLOSED', details: { by: 'caller', outcome: 'unknown' } })
    expect(await own.closed).toMatchObject({ details: { by: 'caller' } })
    expect(await rejection(own.call('echo', {}))).toMatchObject({ details: { outcome: 'notRun' } })
  })
})
