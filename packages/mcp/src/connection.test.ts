import { tmpdir } from 'node:os'
import { isJsonObject, type ToolListing } from '@toolscout/model'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectMcpServer } from './connect.ts'
import type { McpConnectOptions } from './connect-options.ts'
import type { McpConnection } from './connection.ts'
import { McpCallError, McpClosedError, McpListError, McpTimeoutError } from './errors.ts'
import { fixture, realServer, rejection } from './fixtures/servers.ts'
import type { McpServerConfig } from './server-config.ts'
import type { McpDiagnostic } from './transport.ts'

/** Connects for the length of one test. */
async function connect(config: McpServerConfig, options: McpConnectOptions = {}): Promise<McpConnection> {
  const connection = await connectMcpServer(config, { closeGraceMs: 500, ...options })
  onTestFinished(() => connection.close())
  return connection
}

async function list(mode: string, options: McpConnectOptions = {}): Promise<ToolListing> {
  return (await connect(fixture('lister', mode), options)).list()
}

function names({ definitions }: ToolListing): unknown[] {
  return definitions.map((definition) => (isJsonObject(definition) ? definition.name : definition))
}

describe('list', () => {
  it.each([
    ['everything', [], 13],
    ['filesystem', [tmpdir()], 14],
    ['memory', [], 9],
    ['sequential-thinking', [], 1],
  ] as const)('gives every tool of the %s server', async (name, args, count) => {
    const listing = await (await connect(realServer(name, ...args))).list()
    expect(listing.complete).toBe(true)
    expect(listing.reason).toBeUndefined()
    expect(new Set(names(listing)).size).toBe(count)
    expect(listing.definitions).toHaveLength(count)
  })

  it('reads all pages', async () => {
    expect(names(await list('pages'))).toEqual(['tool-0', 'tool-1', 'tool-2', 'tool-3', 'tool-4'])
  })

  it.each(['empty-cursor', 'null-cursor'])('takes an %s for the end', async (mode) => {
    expect(await list(mode)).toMatchObject({ complete: true, definitions: [{ name: 'only' }] })
  })

  it.each([
    ['number-cursor', 1, /no text/],
    ['cursor-loop', 2, /a second time/],
    ['endless', 1_000, /more than 1000 pages/],
    ['failing-page', 1, /A page could not be read: .*the second page is lost/],
  ])('says that the listing of a server with %s is not complete', async (mode, count, reason) => {
    const listing = await list(mode)
    expect(listing).toMatchObject({ complete: false, reason: expect.stringMatching(reason) })
    expect(listing.definitions).toHaveLength(count)
  })

  it('gives what came in time when a later page hangs', async () => {
    const listing = await list('hanging-page', { timeouts: { listMs: 500 } })
    expect(listing).toMatchObject({ complete: false, reason: 'Not all pages came within 500 ms.' })
    expect(names(listing)).toEqual(['first'])
  })

  it.each([
    [{ maxTools: 10 }, 10],
    [{ maxListBytes: 10_000 }, 9],
  ])('stops at %j', async (limits, count) => {
    const listing = await list('many', { limits })
    expect(listing.complete).toBe(false)
    expect(listing.definitions).toHaveLength(count)
  })

  it('hands on broken entries unread among good ones', async () => {
    const listing = await list('broken-entries')
    expect(listing.complete).toBe(true)
    expect(names(listing)).toEqual(['good', null, 7, 7, 'no-schema', 'also-good', 'odd'])
  })

  it('finds no tools at a server that has no such method', async () => {
    expect(await list('no-method')).toEqual({ definitions: [], complete: true })
  })

  it('rejects when the first page is an error, no list, late or never comes', async () => {
    expect(await rejection(list('error'))).toMatchObject({
      code: 'MCP_LIST_FAILED',
      message: '"lister" answered with error -32603: the catalog is on fire.',
      details: { server: 'lister', rpcCode: -32_603 },
    })
    expect(await rejection(list('no-list'))).toBeInstanceOf(McpListError)
    const late = await rejection(list('hanging', { timeouts: { listMs: 300 } }))
    expect(late).toBeInstanceOf(McpTimeoutError)
    expect(late).toMatchObject({ details: { operation: 'list', timeoutMs: 300, outcome: 'unknown' } })
    expect(await rejection(list('dying-page'))).toBeInstanceOf(McpClosedError)
  })

  it('leaves out tools the configuration keeps out', async () => {
    const config = { ...fixture('lister', 'broken-entries'), tools: { allow: ['*good'], deny: ['also-*'] } }
    const connection = await connect(config)
    expect(names(await connection.list())).toEqual(['good'])
    expect(await rejection(connection.call('also-good', {}))).toMatchObject({ code: 'TOOL_NOT_FOUND' })
  })

  it("rejects with the caller's reason", async () => {
    const connection = await connect(fixture('lister', 'hanging'))
    const controller = new AbortController()
    const listing = rejection(connection.list({ signal: controller.signal }))
    controller.abort('enough')
    expect(await listing).toBe('enough')
    expect(await rejection(connection.list({ signal: AbortSignal.abort('before') }))).toBe('before')
  })
})

describe('call', () => {
  it('gives text, pictures, links and structured content as the everything server does', async () => {
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

  it("gives the tool's own failure as a result", async () => {
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
    const result = await (await connect(fixture('caller'))).call('odd-content', {})
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'text', 'text'])
    expect(result).toMatchObject({ isError: false, _meta: { traced: true } })
  })

  it('takes the arguments as they are at the moment of the call', async () => {
    const caller = await connect(fixture('caller'))
    const args = { list: ['a'] }
    const calling = caller.call('echo', args)
    args.list.push('b')
    expect(await calling).toMatchObject({ content: [{ text: '{"list":["a"]}' }] })
  })

  it.each([
    ['refuse-arguments', -32_602, 'notRun', 'message is required. The tool did not run.'],
    ['internal-error', -32_603, 'unknown', 'something broke. Whether the tool ran is not known.'],
  ])('rejects with what the server says to %s', async (tool, rpcCode, outcome, words) => {
    const error = await rejection((await connect(fixture('caller'))).call(tool, {}))
    expect(error).toBeInstanceOf(McpCallError)
    expect(error).toMatchObject({ details: { server: 'caller', tool, rpcCode, outcome } })
    expect((error as Error).message).toContain(words)
  })

  it('does not know whether a tool ran whose server died', async () => {
    for (const [tool, end] of [
      ['die', { exitCode: 7, stderr: 'Fatal: the disk is full' }],
      ['killed', { signal: 'SIGKILL' }],
    ] as const) {
      const caller = await connect(fixture('caller'))
      const error = await rejection(caller.call(tool, {}))
      expect(error).toBeInstanceOf(McpClosedError)
      expect(error).toMatchObject({ details: { outcome: 'unknown', by: 'server' }, cause: { details: end } })
      expect(caller.status).toBe('closed')
      expect(await caller.closed).toMatchObject({ code: 'MCP_CLOSED', details: { by: 'server' } })
      expect(await rejection(caller.call('echo', {}))).toMatchObject({
        code: 'MCP_CLOSED',
        details: { outcome: 'notRun' },
      })
      expect(await rejection(caller.list())).toBeInstanceOf(McpClosedError)
    }
  })

  it('does not know whether a tool ran that took too long, and tells the server to stop', async () => {
    const caller = await connect(fixture('caller'))
    const error = await rejection(caller.call('hang', {}, { timeoutMs: 300 }))
    expect(error).toBeInstanceOf(McpTimeoutError)
    expect(error).toMatchObject({
      details: { operation: 'call', tool: 'hang', timeoutMs: 300, outcome: 'unknown' },
    })
    const { structuredContent } = await caller.call('cancelled', {})
    expect(structuredContent).toEqual({ cancelled: [expect.stringContaining('deadline')] })
  })

  it('does not send a call that has no time', async () => {
    const caller = await connect(fixture('caller'))
    expect(await rejection(caller.call('die', {}, { timeoutMs: 0 }))).toMatchObject({
      code: 'MCP_TIMEOUT',
      details: { outcome: 'notRun' },
    })
    expect(caller.status).toBe('connected')
  })

  it("rejects with the caller's reason and does not tell it to the server", async () => {
    const caller = await connect(fixture('caller'))
    const controller = new AbortController()
    const calling = rejection(caller.call('hang', {}, { signal: controller.signal }))
    const reason = new Error('the password is swordfish')
    controller.abort(reason)
    expect(await calling).toBe(reason)
    const { structuredContent } = await caller.call('cancelled', {})
    expect(JSON.stringify(structuredContent)).not.toContain('swordfish')
  })

  it('refuses arguments that are no JSON object, and times that are none', async () => {
    const caller = await connect(fixture('caller'))
    expect(await rejection(caller.call('echo', { f: () => {} } as never))).toMatchObject({
      code: 'INVALID_JSON',
    })
    expect(await rejection(caller.call('echo', [] as never))).toBeInstanceOf(TypeError)
    expect(await rejection(caller.call('echo', {}, { timeoutMs: -1 }))).toBeInstanceOf(RangeError)
  })

  it('rejects a result that is none', async () => {
    expect(await rejection((await connect(fixture('caller'))).call('no-result', {}))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      details: { outcome: 'unknown' },
    })
  })

  it('keeps a hundred calls at once apart', async () => {
    const caller = await connect(fixture('caller'))
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
    const caller = await connect(fixture('caller'))
    expect(await caller.call('batch', {})).toMatchObject({ content: [{ text: 'in a batch' }] })
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

  it('gets no service from a client that announces none', async () => {
    const caller = await connect(fixture('caller'))
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
  it('may be called twice, ends calls that wait, and says that it was the caller', async () => {
    const caller = await connect(fixture('caller'))
    const calling = rejection(caller.call('hang', {}))
    await Promise.all([caller.close(), caller.close()])
    await caller.close()
    expect(await calling).toMatchObject({ code: 'MCP_CLOSED', details: { by: 'caller', outcome: 'unknown' } })
    expect(await caller.closed).toMatchObject({ details: { by: 'caller' } })
    expect(await rejection(caller.call('echo', {}))).toMatchObject({ details: { outcome: 'notRun' } })
  })
})
