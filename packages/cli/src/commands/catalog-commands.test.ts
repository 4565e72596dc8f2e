import { join } from 'node:path'
import { openDiscovery } from '@toolscout/discovery'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

const CONFIG = { mcpServers: { desk: DESK } }

it('finds, describes and calls the tools of a server, from the cache the second time', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', CONFIG)
  const found = await host.run(['search', 'add', 'two', 'numbers', '--json'])
  expect([found.exitCode, found.stderr]).toEqual([0, ''])
  expect(found.json()).toMatchObject({
    query: 'add two numbers',
    mode: 'hybrid',
    tools: 6,
    hits: [
      { rank: 1, id: 'desk:add_numbers', server: 'desk', summary: 'Adds two numbers and tells the sum' },
    ],
  })
  const again = await host.run(['search', 'mail', '-l', '1'])
  expect(again.stdout).toMatch(
    /^(?:The first very likely fits\.|The nearest, best first:)\n ?1 {2}desk:send_mail {2}Sends a mail to somebody\n9? ?/,
  )
  expect(again.stderr).toMatch(/^Tools as listed \d+ s ago; --refresh lists them again.\n/)
  const described = await host.run(['describe', 'desk__send_mail', '--json', '--detail', 'full'])
  expect(described.json()).toMatchObject({
    tools: [{ id: 'desk:send_mail', schemaInfo: { required: ['to'] } }],
  })
  const called = await host.run(['call', 'desk:add_numbers', 'a=2', 'b=3'])
  expect([called.exitCode, called.stdout, called.stderr]).toEqual([0, 'The sum is 5.\n', ''])
  const mistyped = await host.run(['call', 'desk:add_numbers', 'a=2', 'b=3', 'rouned=true'])
  expect([mistyped.exitCode, mistyped.stdout]).toEqual([0, 'The sum is 5.\n'])
  expect(mistyped.stderr).toBe('Note: the tool names no argument "rouned". It may have been ignored.\n')
})

it('explains scores when asked, and restricts to servers', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, other: DESK } })
  const found = await host.run(['search', 'mail', '--explain', '--server', 'other', '--mode', 'words'])
  expect(found.stdout).toMatch(/1 {2}other:send_mail/)
  expect(found.stdout).toMatch(/ {4}[\d.]+ {2}BM25F/)
  expect(found.stdout).not.toMatch(/desk:/)
  const unknown = await host.run(['list', '--server', 'othr', '--json'])
  expect([unknown.exitCode, unknown.json().error]).toEqual([
    4,
    {
      code: 'SERVER_NOT_FOUND',
      message: 'There is no server "othr". Did you mean "other"?',
      suggestions: ['other'],
    },
  ])
})

it('answers a file of tools without any configuration', async () => {
  const host = await createTestHost()
  const tool = { name: 'paint', description: 'Paints a picture', inputSchema: { type: 'object' } }
  const file = await host.write('studio.json', { tools: [tool] })
  const found = await host.run(['search', 'picture', '--catalog', file, '--json'])
  expect(found.json()).toMatchObject({ hits: [{ id: 'studio:paint' }] })
  const listed = await host.run(['list', '--catalog', file])
  expect([listed.exitCode, listed.stdout]).toEqual([0, 'studio:paint  Paints a picture\n'])
  const called = await host.run(['call', 'studio:paint', '--catalog', file])
  expect([called.exitCode, called.stderr]).toEqual([
    2,
    'error: A catalog file has no servers to call; leave --catalog out.\n',
  ])
})

it('tells a failure of the tool, arguments that do not fit and an unknown id by their exit codes', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', CONFIG)
  const failed = await host.run(['call', 'desk:fail'])
  expect([failed.exitCode, failed.stdout, failed.stderr]).toEqual([
    1,
    'The printer is on fire.\n',
    'The tool failed.\n',
  ])
  const unfit = await host.run(['call', 'desk:add_numbers', 'a=2'])
  expect([unfit.exitCode, unfit.stdout]).toEqual([2, ''])
  expect(unfit.stderr).toContain('The value lacks the required "b".')
  const unknown = await host.run(['call', 'desk:add_number', 'a=2'])
  expect([unknown.exitCode, unknown.stdout]).toEqual([4, ''])
  expect(unknown.stderr).toMatch(/There is no tool "desk:add_number"\. Did you mean "desk:add_numbers"/)
})

it('cleans what tools say before a terminal reads it, and keeps it in JSON as escapes', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', CONFIG)
  const called = await host.run(['call', 'desk:shout'])
  expect(called.stdout).toBe('red txt\n')
  const listed = await host.run(['list'])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is the point
  expect(listed.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  const asJson = await host.run(['call', 'desk:shout', '--json'])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is the point
  expect(asJson.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(asJson.json()).toMatchObject({
    result: { content: [{ text: '\u001b[31mred\u001b[0m\u0007 \u202etxt' }] },
  })
})

it('goes on with the servers that work, and fails when none does', async () => {
  const host = await createTestHost()
  const dead = { command: 'no-such-program-anywhere' }
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, dead } })
  const listed = await host.run(['list'])
  expect(listed.exitCode).toBe(0)
  expect(listed.stderr).toMatch(/^warning: dead could not be listed, so its tools are missing: /)
  await host.write('.toolscout.json', { mcpServers: { dead } })
  const none = await host.run(['list', '--json'])
  expect([none.exitCode, none.json()]).toMatchObject([
    5,
    { error: { code: 'SERVERS_UNREACHABLE' }, exitCode: 5 },
  ])
  const offline = await host.run(['list', '--offline'])
  expect([offline.exitCode, offline.stderr]).toMatchObject([
    5,
    expect.stringMatching(/^error: Nothing is cached/),
  ])
})

it('names every server that could not be listed, each with its own cause', async () => {
  const host = await createTestHost()
  const servers = { dead: { command: 'no-such-program-anywhere' }, gone: { url: 'http://127.0.0.1:9/mcp' } }
  await host.write('.toolscout.json', { mcpServers: servers })
  const { exitCode, stderr } = await host.run(['list'])
  expect(exitCode).toBe(5)
  expect(stderr).toMatch(/^warning: .*"dead".* was not found.*\nwarning: .*"gone".*\nerror: None of the 2 /)
})

it('is as old as its oldest listing, when a server was added and only that one is listed', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const listedAt = async (now: number): Promise<unknown> =>
    (await host.run(['list', '--json'], { now: () => now })).json().listedAt
  const first = Date.UTC(2026, 0, 1)
  const { servers } = (await host.run(['list', '--json'], { now: () => first })).json()
  // Of what is kept only this is shown.
  expect(servers).toEqual([{ server: 'desk', listedAt: first, tools: expect.any(Number) }])
  await host.write('.toolscout.json', { mcpServers: { desk: DESK, other: DESK } })
  const later = first + 2 * 86_400_000
  expect(await listedAt(later)).toBe('2026-01-01T00:00:00.000Z')
  // Older than a day, so all were listed again behind the answer before this one.
  await listedAt(later + 1_000)
  expect(await listedAt(later + 2_000)).toBe('2026-01-03T00:00:01.000Z')
})

it('waits for a server as long as an option or a variable says', async () => {
  const host = await createTestHost()
  const silent = {
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1_000_000)'],
    timeoutMs: 60_000,
  }
  await host.write('.toolscout.json', { mcpServers: { silent } })
  const byOption = await host.run(['list', '--timeout', '1s'])
  expect([byOption.exitCode, byOption.stderr]).toEqual([5, expect.stringContaining('within 1 second')])
  const env = { PATH: process.env.PATH, TOOLSCOUT_TIMEOUT: '1s' }
  const byVariable = await host.run(['doctor'], { env })
  expect([byVariable.exitCode, byVariable.stdout]).toEqual([5, expect.stringContaining('within 1 second')])
  const wrong = await host.run(['list'], { env: { ...env, TOOLSCOUT_TIMEOUT: '1000' } })
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    'error: TOOLSCOUT_TIMEOUT is "1000"; a duration such as 30s or 2m is needed.\n',
  ])
  expect((await host.run(['list', '--timeout', '0s'])).exitCode).toBe(2)
})

it('says of a configuration what is wrong with it, in one sentence', async () => {
  const host = await createTestHost()
  const none = await host.run(['list'])
  expect([none.exitCode, none.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: No servers are configured\. /),
  ])
  await host.write('.toolscout.json', '{ "mcpServers": {\n "a": 1 "b": 2 } }')
  const broken = await host.run(['list'])
  expect([broken.exitCode, broken.stderr]).toEqual([3, expect.stringMatching(/toolscout\.json:2:9: /)])
  await host.write('.toolscout.json', { mcpServers: { a: { ...DESK, env: { KEY: `$${'{NOT_SET}'}` } } } })
  const variable = await host.run(['call', 'a:add_numbers'])
  expect([variable.exitCode, variable.stderr]).toEqual([3, expect.stringContaining('NOT_SET')])
  const usage = await host.run(['serch', 'x'])
  expect([usage.exitCode, usage.stderr]).toEqual([2, expect.stringContaining('Did you mean search?')])
})

it('looks at the store of a gateway that runs, and sees what came since', async () => {
  const host = await createTestHost()
  const path = join(host.cwd, 'catalog.db')
  const kept = await openDiscovery({ store: await openSqliteStore({ path }) })
  const inputSchema = { type: 'object' }
  const register = (name: string, description: string): Promise<unknown> =>
    kept.register([{ name, description, inputSchema }], { namespace: 'studio' })
  await register('paint', 'Paints a picture')
  const search = (): ReturnType<typeof host.run> =>
    host.run(['search', 'a picture', '--catalog', path, '--json'])
  expect((await search()).json()).toMatchObject({ hits: [{ id: 'studio:paint' }] })
  const described = await host.run(['describe', 'studio:paint', '--catalog', path])
  expect([described.exitCode, described.stdout]).toEqual([0, expect.stringContaining('Paints a picture')])
  await register('draw', 'Draws a map')
  const listed = await host.run(['list', '--catalog', path])
  expect(listed.stdout).toBe('studio:draw   Draws a map\nstudio:paint  Paints a picture\n')
  await register('print', 'Prints a map')
  expect(kept.catalog?.revision()).toBe(3)
  await kept.close()
})
