import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PackedPlugin, packPlugin } from './fixtures/packed-plugin.ts'
import { findOpencode, type OpencodeRun, runOpencode } from './fixtures/real-opencode.ts'
import { type ScriptedCall, startModel } from './fixtures/scripted-model.ts'
import { localServer } from './fixtures/servers.ts'

const program = findOpencode() ?? ''
if (program === '' && process.env.TOOLSCOUT_REQUIRE?.includes('opencode'))
  throw new RangeError('There is no OpenCode.')

const TOOLS = [
  'toolbox_execute',
  'toolbox_perf',
  'toolbox_search_bm25',
  'toolbox_search_regex',
  'toolbox_status',
]
const SETTINGS = { connection: { connectTimeout: 60_000, retryAttempts: 0 } }
let packed: PackedPlugin

/** Has a model in real OpenCode call tools, and hands over what became of it. */
async function converse(
  script: readonly ScriptedCall[],
  { args = ['What is 2 and 3?'], ...more }: Partial<Pick<OpencodeRun, 'toolbox' | 'config' | 'args'>> = {},
) {
  const model = await startModel(script)
  const host = await runOpencode({ program, plugin: packed.url, model, args, ...more })
  const { exitCode, stderr } = await host.ended
  expect({ exitCode, strangers: model.strangers, stderr }).toEqual({ exitCode: 0, strangers: [], stderr: '' })
  const [first] = model.requests
  return {
    model,
    host,
    /** What each call gave: data, or words of OpenCode. */
    answers: () => model.results().map((result) => (result.startsWith('{') ? JSON.parse(result) : result)),
    tools: (first?.tools ?? []).map((tool) => tool.function.name),
    /** What stood in front of the conversation. */
    said: (first?.messages ?? []).map(({ content }) => JSON.stringify(content)).join('\n'),
  }
}

describe.skipIf(program === '')('real OpenCode, which runs in its own Bun, with the packed plugin', () => {
  beforeAll(async () => {
    packed = await packPlugin()
  }, 180_000)
  afterAll(() => packed?.remove())

  it('has five tools for all servers; what is found runs, as objects and as the first edition had it (OPC-050, OPC-051)', async () => {
    const toolbox = `{
      // The servers of this test.
      "mcp": {
        "my_things": ${JSON.stringify(localServer('everything'))},
        "gone": { "type": "local", "command": ["no-such-program-anywhere"] },
      },
      "settings": ${JSON.stringify(SETTINGS)},
    }`
    const { host, tools, said, answers } = await converse(
      [
        ['toolbox_search_bm25', { text: 'add two numbers' }],
        ['toolbox_search_regex', { pattern: '(?i)^MY_THINGS_get-s', limit: 3 }],
        ['toolbox_execute', { toolId: 'my_things_get-sum', arguments: { a: 2, b: 3 } }],
        ['toolbox_execute', { toolId: 'my_things_get-sum', arguments: '{"a":20,"b":3}' }],
        ['toolbox_execute', { toolId: 'my_things_get-sum', arguments: '{"a":20' }],
        ['toolbox_execute', { toolId: 'my_things_get-sam', arguments: {} }],
        ['toolbox_status', {}],
        ['toolbox_perf', {}],
        ['toolbox_execute', { toolId: 'my_things_echo', arguments: { message: 'sesame' } }],
        ['toolbox_execute', { name: 'my_things_get-sum', arguments: '{"a":20,"b":3}' }],
      ],
      { toolbox, config: { permission: { toolbox_execute: { 'my_things_e*': 'deny' } } } },
    )
    expect(
      tools.filter((name) => !/^(?:bash|edit|glob|grep|read|write|task|todo|web|skill|question)/.test(name)),
    ).toEqual(TOOLS)
    expect(said).toContain('Inside: my_things_*, gone_*.')
    const [found, listed, sum, textual, broken, unknown, status, perf, denied, named] = answers()
    expect(found.tools[0]).toMatchObject({
      name: 'my_things_get-sum',
      description: 'Returns the sum of two numbers',
      schema: { required: ['a', 'b'] },
    })
    expect(found.incomplete).toMatchObject([{ server: 'gone', state: 'failed' }])
    expect(listed.tools.map(({ name }: { name: string }) => name)).toContain('my_things_get-sum')
    expect(sum).toMatchObject({ success: true, result: { content: [{ text: 'The sum of 2 and 3 is 5.' }] } })
    expect(textual).toMatchObject({
      success: true,
      result: { content: [{ text: 'The sum of 20 and 3 is 23.' }] },
    })
    expect(broken).toMatchObject({ success: false, error: expect.stringContaining('Failed to parse') })
    expect(unknown).toMatchObject({ success: false, error: expect.stringContaining('my_things_get-sum') })
    expect(status).toMatchObject({
      plugin: { executions: 2, successRate: '100%' },
      servers: { total: 2, connected: 1, failed: 1 },
      toolboxTools: expect.arrayContaining(TOOLS),
      health: { status: 'degraded' },
    })
    expect(perf).toMatchObject({ searches: { bm25: { count: 1 }, regex: { count: 1 } } })
    expect(denied).toContain('prevents')
    expect(named).toEqual(textual)
    const log = await host.read('.local/share/opencode/toolbox.log')
    expect(log).toMatch(/\[INFO\] toolbox started \{"servers":2,"initMode":"eager"\}/)
    expect(log).toMatch(/\[INFO\] called \{"tool":"my_things__get-sum","outcome":"ran"/)
    expect(log).toMatch(/\[WARN\] server \{"server":"gone","state":"failed"/)
    expect(log).toMatch(/\[INFO\] toolbox stopped$/m)
    expect(log).not.toContain('my_things__echo')
  }, 180_000)

  it('has them with a configuration that is none, which its own command shows, and makes an example', async () => {
    const [bad, none] = await Promise.all([
      converse([['toolbox_status', {}]], {
        toolbox: '{\n  "mcp": {\n    "a": 1\n    "b": 2\n  }\n}',
        args: ['--command', 'toolbox-status'],
      }),
      converse([['toolbox_status', {}]]),
    ])
    expect(bad.tools).toEqual(expect.arrayContaining(TOOLS))
    expect(bad.said).toContain('Call toolbox_status and show me a table')
    expect(bad.answers()[0].health).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/toolbox\.jsonc:4:5: .*comma expected/),
    })
    expect(none.answers()[0]).toMatchObject({
      servers: { total: 0, connectionRatio: '0/0' },
      health: { message: 'No servers configured' },
    })
    expect(await none.host.read('.config/opencode/toolbox.jsonc')).toContain('"initMode": "eager"')
  }, 180_000)

  it('leaves no server behind when it is killed', async () => {
    const model = await startModel([['toolbox_search_bm25', { text: 'echo' }]], () =>
      host.child.kill('SIGKILL'),
    )
    const { command } = localServer('everything') as { command: [string, string] }
    // Goes on when its stdin ends, as servers may.
    const stubborn = `
      require('node:fs').writeFileSync('pid', String(process.pid))
      require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' })
      setInterval(() => {}, 1e9)`
    const toolbox = JSON.stringify({
      mcp: { things: { type: 'local', command: [command[0], '-e', stubborn, command[1]] } },
      settings: SETTINGS,
    })
    const host = await runOpencode({ program, plugin: packed.url, model, toolbox, args: ['go'] })
    expect((await host.ended).exitCode).toBeNull()
    const pid = Number(await host.read('work/pid'))
    expect(model.results()[0]).toContain('things_echo')
    while (await isRunning(pid)) await delay(20)
  }, 180_000)
})

async function isRunning(pid: number): Promise<boolean> {
  // A process that has ended and was not waited for is there as a zombie.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
  return !/\) Z/.test(stat)
}
