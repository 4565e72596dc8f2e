import { describe, expect, it } from 'vitest'
import { ASKS } from '../fixtures/asking-server.ts'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'
import { EXAMPLES } from '../program/examples.ts'

/** Runs a command before a person, who types lines. */
async function runTyping(
  host: TestHost,
  args: readonly string[],
  typed: readonly string[],
): Promise<{ readonly exitCode: number; readonly said: string }> {
  let said = ''
  const write = (text: string): void => {
    said += text
  }
  const stream = { write, isTerminal: true, columns: 100 }
  const lines = (async function* () {
    yield* typed.map((line) => `${line}\n`)
  })()
  const stdin = Object.assign(lines, { isTTY: true })
  const { exitCode } = await host.run(args, { stdout: stream, stderr: stream, stdin, env: { NO_COLOR: '1' } })
  return { exitCode, said }
}

it('asks a person for arguments, says what each is, and takes more of them', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const typed = ['bob@example.org', 'nonsense', 'tags=a', 'tags=b', '']
  const { exitCode, said } = await runTyping(host, ['call', 'desk:send_mail'], typed)
  expect(exitCode).toBe(0)
  expect(said).toContain('  to  string\n  tags (optional)  array\nto: ')
  expect(said).toContain('"nonsense" is not an argument; write key=value.')
  expect(said).toContain('{"to":"bob@example.org","tags":["a","b"]}')
  const given = await runTyping(host, ['call', 'desk:send_mail', 'to=ada@example.org'], [])
  expect(given.said).toBe('{"to":"ada@example.org"}\n')
})

it('does not ask without a terminal, and says what is missing', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const { exitCode, stderr } = await host.run(['call', 'desk:send_mail'])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('lacks the required "to"')])
  const ended = await runTyping(host, ['call', 'desk:add_numbers'], ['1'])
  expect([ended.exitCode, ended.said]).toEqual([2, expect.stringContaining('lacks the required "b"')])
})

describe('what a server asks during a call', () => {
  const form = {
    message: 'Who\u001b[2J are you?',
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Full name', description: 'As in\u001b[31m your passport' },
        age: { type: 'integer' },
        colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
        news: { type: 'boolean' },
      },
      required: ['name', 'age'],
    },
  }
  const open = async (asked?: object): Promise<TestHost> => {
    const host = await createTestHost()
    const file = await host.write('asks.mjs', ASKS)
    const env = asked && { ASKED: JSON.stringify(asked) }
    await host.write('.toolscout.json', {
      mcpServers: { a: { command: process.execPath, args: [file], ...(env && { env }) } },
    })
    return host
  }

  it('is asked of the person, field by field', async () => {
    const typed = ['', '', 'Ann Oh', 'ten', '10', '', 'yes']
    const { exitCode, said } = await runTyping(await open(form), ['call', 'a:greet'], typed)
    expect(said).toContain('The server asks: Who')
    expect(said).toContain('  Full name (name)  string As in your passport\n')
    for (const sent of ['\u001b[2J', '\u001b[31m']) expect(said).not.toContain(sent)
    expect(said).toContain('name: It has to be given.\nname: ')
    expect(said).toContain('age: That does not fit.\n')
    expect(said).toContain('colour (optional)  "red" | "blue", default "red"')
    const content = { name: 'Ann Oh', age: 10, colour: 'red', news: true }
    expect(said).toContain(JSON.stringify({ action: 'accept', content }))
    expect(exitCode).toBe(0)
  })

  it.each([
    [form, ['n'], 'decline'],
    [form, ['y', 'Ann'], 'cancel'],
    [form, [], 'cancel'],
    [{ mode: 'url', message: 'Pay', url: 'https://pay.example/x', elicitationId: '1' }, ['y'], 'accept'],
    [{ mode: 'url', message: 'Pay', url: 'https://pay.example/x', elicitationId: '1' }, [''], 'decline'],
    [{ mode: 'url', message: 'Pay', url: 'file:///etc/passwd', elicitationId: '1' }, ['y'], 'decline'],
  ])('%#: is declined, cancelled or agreed to', async (asked, typed, action) => {
    const { said } = await runTyping(await open(asked), ['call', 'a:greet'], typed)
    expect(said).toContain(JSON.stringify({ action }))
    if ('url' in asked && asked.url.startsWith('https'))
      expect(said).toContain('a page of pay.example. It has not been checked:\n  https://pay.example/x\n')
  })

  it('is declined where nobody is there, which is said', async () => {
    const { stdout, stderr } = await (await open(form)).run(['call', 'a:greet'])
    expect(stdout).toContain('{"action":"decline"}')
    expect(stderr).toContain('It was declined, since there is no terminal to ask at.')
  })
})

it('gives a result of a call whole, since nothing reads on once the command has ended', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const to = 'x'.repeat(100_000)
  const { exitCode, stdout } = await host.run(['call', 'desk:send_mail', `to=${to}`])
  expect([exitCode, stdout.length]).toEqual([0, to.length + '{"to":""}\n'.length])
})

it('says once that a server ended during a call, and not as a warning of Node', async () => {
  const host = await createTestHost()
  const script = `import { createInterface } from 'node:readline'
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'd', version: '1' } },
  'tools/list': { tools: [{ name: 'die', inputSchema: { type: 'object' } }] },
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (method === 'tools/call') process.exit(9)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
}`
  const file = await host.write('dies.mjs', script)
  await host.write('.toolscout.json', { mcpServers: { d: { command: process.execPath, args: [file] } } })
  const command = spawnCommand(host, ['call', 'd:die'])
  expect(await command.ended).toBe(5)
  expect(command.stdout()).toContain('the server ended with exit code 9')
  expect(command.stderr()).toBe('The tool failed.\n')
  expect((await host.run(['logs', 'd'])).stdout).toContain('the server ended with exit code 9')
})

it('lists tools by server, with what they cost', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, other: DESK } })
  const tree = await host.run(['list', '--tree', '--tokens'])
  expect(tree.stdout).toMatch(/^desk 6 tools, \d{3} tokens\n {2}add_numbers +\d\d {2}Adds two numbers/)
  expect(tree.stdout).toMatch(/\nother 6 tools, \d{3} tokens\n {2}add_numbers/)
  const listed = await host.run(['list', '--tokens', '--json'])
  expect(listed.json()).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ id: 'desk:fail', tokens: expect.any(Number) })]),
  })
})

it('says which words a tool was found by, before the numbers', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const { stdout } = await host.run(['search', 'send', 'mail', '--explain'])
  expect(stdout).toMatch(/desk:send_mail .*\n {4}Name has mail and send; description has .*\n {4}[\d.]+ {2}/)
})

it('warns once, and not where notes are not wanted', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', {
    mcpServers: { desk: DESK, gone: { command: 'no-such-program-here' } },
  })
  const loud = await host.run(['list'])
  expect(loud.stderr.match(/warning: gone could not be listed/g)).toHaveLength(1)
  const quiet = await host.run(['list', '--quiet', '--refresh'])
  expect([quiet.exitCode, quiet.stderr]).toEqual([0, ''])
})

it('ends the help of every command with examples, each with options the command has', async () => {
  const host = await createTestHost()
  const { stdout } = await host.run(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => name as string)
  expect(names.filter((name) => name !== 'help').sort()).toEqual(Object.keys(EXAMPLES).sort())
  for (const name of Object.keys(EXAMPLES)) {
    const help = (await host.run([name, '--help'])).stdout
    const [options = '', examples = ''] = help.split('\nExamples:\n')
    const used = [...examples.matchAll(/ (--[a-z-]+)(?: |$)/gm)].map(([, option]) => option as string)
    expect(examples).toContain(`  toolscout ${name}`)
    expect(used.filter((option) => !options.includes(`${option} `) && option !== '--')).toEqual([])
  }
})

it('says how long a call has waited for its server, and ends with Ctrl-C', async () => {
  const host = await createTestHost()
  const silent = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] }
  await host.write('.toolscout.json', { mcpServers: { silent } })
  const stop = new AbortController()
  let said = ''
  const write = (text: string): void => {
    said += text
    if (said.includes('connecting 1 s')) stop.abort('SIGINT')
  }
  const stderr = { write, isTerminal: true, columns: 80 }
  const { exitCode } = await host.run(['call', 'silent:any'], { stderr, signal: stop.signal })
  expect([exitCode, said]).toEqual([130, '\r\u001b[2Kconnecting 1 s\r\u001b[2K'])
})
