import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ToolResult } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../fixtures/http-server.ts'
import { openLoom } from '../fixtures/open-loom.ts'
import { toolFolder, yamlTool } from '../fixtures/tool-folder.ts'
import { toArguments } from './command-handler.ts'
import { type CustomIndexerOptions, createCustomIndexer } from './custom-indexer.ts'

async function callTool(
  implementation: string,
  args: object,
  options: Omit<CustomIndexerOptions, 'folder'>,
): Promise<ToolResult> {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('thing', { implementation }) })
  const { loom } = openLoom({ indexers: [createCustomIndexer({ folder, ...options })] })
  expect((await loom.indexAll()).errors).toEqual([])
  return loom.call('custom:thing', args)
}

describe('an HTTP call', () => {
  it('fills the path, sends what is left as query, and keeps secrets of `env` in headers', async () => {
    const { origin, seen } = await startServer()
    const implementation = `{ type: http, config: { endpoint: "${origin}/v1/{{id}}", headers: { x-key: "Key \${TOKEN}" }, response_mapping: "$.data.items[0]" } }`
    const result = await callTool(
      implementation,
      { id: 'a/b', text: 'x&y' },
      { allowHttp: [origin], env: { TOKEN: 's3' } },
    )
    expect(result.structuredContent).toEqual({ name: 'first' })
    expect(seen).toMatchObject([
      { method: 'GET', url: '/v1/a%2Fb?text=x%26y', headers: { 'x-key': 'Key s3' } },
    ])
  })

  it('sends a body as it is mapped, or all that has no other place', async () => {
    const { origin, seen } = await startServer()
    const mapped = `{ type: http, config: { endpoint: "${origin}/", method: POST, request_mapping: { query: { q: "{{id}}" }, body: { said: "{{text}}", note: "about {{text}}", gone: "{{id}}x{{id}}" } } } }`
    await callTool(mapped, { text: 'hi' }, { allowHttp: [origin] })
    await callTool(
      `{ type: http, config: { endpoint: "${origin}/{{id}}", method: PUT } }`,
      { id: '1', text: 'hi' },
      { allowHttp: [origin] },
    )
    expect(seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/', { said: 'hi', note: 'about hi' }],
      ['/1', { text: 'hi' }],
    ])
  })

  it('that would leave its path is not made, and is a result', async () => {
    const { origin, seen } = await startServer()
    const implementation = `{ type: http, config: { endpoint: "${origin}/v1/{{id}}" } }`
    const result = await callTool(implementation, { id: '../admin' }, { allowHttp: [origin] })
    expect([result.isError, JSON.stringify(result.content)]).toEqual([
      true,
      expect.stringContaining('as a step of a path'),
    ])
    expect(seen).toEqual([])
  })

  it('follows no redirect, and what the other end says is bounded', async () => {
    const other = await startServer()
    const { origin } = await startServer({ status: 302, location: other.origin })
    const implementation = (to: string): string => `{ type: http, config: { endpoint: "${to}/" } }`
    expect((await callTool(implementation(origin), {}, { allowHttp: [origin] })).isError).toBe(true)
    expect(other.seen).toEqual([])
    for (const { most = 3_000, ...answer } of [
      { body: 'x'.repeat(1_048_577), type: 'text/plain' },
      // As long as any result: the beginning and the end are shown, the whole is held.
      { status: 500, body: 'x'.repeat(100_000), most: 33_000 },
      { body: '{' },
    ]) {
      const { origin: to } = await startServer(answer)
      const result = await callTool(implementation(to), {}, { allowHttp: [to] })
      expect(result.isError).toBe(true)
      expect(JSON.stringify(result).length).toBeLessThan(most)
    }
  })

  it('an answer that looks like a result of a tool is only an answer', async () => {
    const body = JSON.stringify({ content: [], isError: true, _meta: { x: 1 } })
    const { origin } = await startServer({ body })
    const result = await callTool(
      `{ type: http, config: { endpoint: "${origin}/" } }`,
      {},
      { allowHttp: [origin] },
    )
    expect([result.isError, result._meta, result.content]).toEqual([
      undefined,
      undefined,
      [{ type: 'text', text: body }],
    ])
  })

  it.each([
    ['another origin', '{ endpoint: "http://127.0.0.1:1/" }', 'CUSTOM_TOOL_NOT_ALLOWED'],
    ['an argument nobody declares', '{ endpoint: "http://127.0.0.1:9/{{nobody}}" }', 'CUSTOM_TOOL_INVALID'],
    [
      'a secret nobody gave',
      `{ endpoint: "http://127.0.0.1:9/", headers: { a: "$\{HOME}" } }`,
      'CUSTOM_TOOL_INVALID',
    ],
    [
      'a place in a header',
      '{ endpoint: "http://127.0.0.1:9/", headers: { a: "{{id}}" } }',
      'CUSTOM_TOOL_INVALID',
    ],
    [
      'a header that is none',
      '{ endpoint: "http://127.0.0.1:9/", headers: { "a b": "x" } }',
      'CUSTOM_TOOL_INVALID',
    ],
    [
      'a body where there is none',
      '{ endpoint: "http://127.0.0.1:9/", request_mapping: { body: 1 } }',
      'CUSTOM_TOOL_INVALID',
    ],
    ['a wild path', '{ endpoint: "http://127.0.0.1:9/", response_mapping: "$..*" }', 'CUSTOM_TOOL_INVALID'],
  ])('with %s is refused when it is indexed', async (_what, config, code) => {
    const { folder } = await toolFolder({
      'a.yaml': yamlTool('thing', { implementation: `{ type: http, config: ${config} }` }),
    })
    const { loom } = openLoom({
      indexers: [createCustomIndexer({ folder, allowHttp: ['http://127.0.0.1:9'] })],
    })
    expect((await loom.indexAll()).errors[0]?.code).toBe(code)
  })
})

describe('a command', () => {
  const node = JSON.stringify(process.execPath)
  const script =
    'process.stdout.write(JSON.stringify([process.argv.slice(1), Object.keys(process.env).sort()]))'
  const run = (config: string, args: object, env = {}): Promise<ToolResult> =>
    callTool(`{ type: command, config: { command: ${node}, ${config} } }`, args, {
      allowCommands: [process.execPath],
      env,
    })

  it('is given its arguments as they are, without a shell, and no more of the environment than it names', async () => {
    const text = '$(id); `id` && echo "x" > /tmp/x \n*'
    const config = `args: ["-e", ${JSON.stringify(script)}, "--", "{{text}}", "pre={{id}}", "{{id}}"], env: { KEY: "\${KEY}" }`
    const { content } = await run(config, { text }, { KEY: 'k' })
    const [argv, env] = JSON.parse(content[0]?.type === 'text' ? content[0].text : '')
    expect(argv).toEqual([text])
    expect(env.filter((name: string) => name !== '__CF_USER_TEXT_ENCODING')).toEqual(['KEY', 'PATH'])
  })

  it('a value that would be an option is refused, but where options are over', () => {
    const refused = expect.objectContaining({ code: 'CUSTOM_ARGUMENT_REFUSED' })
    expect(() => toArguments(['log', '{{id}}'], { id: '--output=/etc/x' })).toThrowError(refused)
    expect(() => toArguments(['{{id}}'], { id: 'a\0b' })).toThrowError(refused)
    expect(() => toArguments(['{{id}}'], { id: {} })).toThrowError(refused)
    expect(toArguments(['log', '--', '{{id}}'], { id: '-x' })).toEqual(['log', '--', '-x'])
    expect(toArguments(['-n={{id}}', 'a{{id}}', '{{gone}}'], { id: '-x' })).toEqual(['-n=-x', 'a-x'])
  })

  it('that fails, or writes too much is a result', async () => {
    const failed = await run(`args: ["-e", "console.error('broken'); process.exit(3)"]`, {})
    expect([failed.isError, JSON.stringify(failed.content)]).toEqual([
      true,
      expect.stringMatching(/ended with 3: broken/u),
    ])
    const wordy = await run(
      `args: ["-e", "console.error('y'.repeat(20000) + 'the reason'); process.exitCode = 3"]`,
      {},
    )
    expect(JSON.stringify(wordy.content)).toContain('ythe reason')
    const loud = await run(
      `args: ["-e", "process.stdout.write('x'.repeat(2000000)); setInterval(() => {}, 1000)"]`,
      {},
    )
    expect(JSON.stringify(loud.content)).toContain('more than 1048576 bytes')
    const said = await run(`args: ["-e", "process.stdin.pipe(process.stdout)"], stdin: "<{{text}}>"`, {
      text: 'hi',
    })
    expect(said.content).toEqual([{ type: 'text', text: '<hi>' }])
  })

  it('that takes too long is ended', async () => {
    const clock = createManualClock()
    const config = `args: ["-e", "setInterval(() => {}, 1000)"], timeout_seconds: 0.2`
    const slow = callTool(
      `{ type: command, config: { command: ${node}, ${config} } }`,
      {},
      {
        allowCommands: [process.execPath],
        clock,
      },
    )
    await clock.waitFor(200)
    await clock.advance(200)
    expect(JSON.stringify((await slow).content)).toContain('within 200 ms')
  })

  it('that ignores being asked to end is killed', async () => {
    const heard: Server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void heard.close())
    await once(heard, 'listening')
    const { port } = heard.address() as AddressInfo
    const program = `process.on('SIGTERM', () => {}); require('net').connect(${port}, '127.0.0.1')`
    const clock = createManualClock()
    const config = `args: ["-e", ${JSON.stringify(program)}], timeout_seconds: 0.2`
    const slow = callTool(
      `{ type: command, config: { command: ${node}, ${config} } }`,
      {},
      { allowCommands: [process.execPath], clock },
    )
    const [line] = (await once(heard, 'connection')) as [Socket]
    const ended = once(
      line.on('error', () => {}),
      'close',
    )
    await clock.waitFor(200)
    await clock.advance(200)
    expect((await slow).isError).toBe(true)
    await ended
  })

  it('that is not among those allowed, or is a batch file, is refused when it is indexed', async () => {
    for (const [command, code] of [
      ['/bin/sh', 'CUSTOM_TOOL_NOT_ALLOWED'],
      ['run.bat', 'CUSTOM_TOOL_INVALID'],
    ]) {
      const implementation = `{ type: command, config: { command: "${command}" } }`
      const { folder } = await toolFolder({ 'a.yaml': yamlTool('thing', { implementation }) })
      const { loom } = openLoom({ indexers: [createCustomIndexer({ folder, allowCommands: ['run.bat'] })] })
      expect((await loom.indexAll()).errors[0]?.code).toBe(code)
    }
  })
})
