import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'
import { readCatalogFile } from './catalog-file.ts'

const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more })

it.each([
  ['a list', [tool('a')], { '': ['a'] }],
  ['tools/list', { tools: [tool('a')], nextCursor: 'x' }, { '': ['a'] }],
  ['a whole answer', { jsonrpc: '2.0', id: 1, result: { tools: [tool('a')] } }, { '': ['a'] }],
  ['a server', { server: 's', tools: [tool('a')] }, { s: ['a'] }],
  [
    'a list of servers',
    [
      { server: 's', tools: [tool('a')] },
      { server: 't', tools: [tool('a')] },
    ],
    { s: ['a'], t: ['a'] },
  ],
  ['a map', { servers: { s: [tool('a')], t: { tools: [tool('b')] } } }, { s: ['a'], t: ['b'] }],
  ['tools with a namespace', [tool('a', { namespace: 'n', id: 'n/a' })], { n: ['a'] }],
])('a file may hold %s', async (_, content, expected) => {
  const host = await createTestHost()
  const listings = await readCatalogFile(await host.write('c.json', content))
  const names = listings.map(({ server, definitions }) => [
    server,
    definitions.map((one) => (one as { name: string }).name),
  ])
  expect(Object.fromEntries(names)).toEqual(expected)
})

it('a file may hold a tool a line, and says which line is none', async () => {
  const host = await createTestHost()
  const good = await host.write('c.jsonl', '{"name":"a","namespace":"n"}\n\n{"name":"b","namespace":"n"}\n')
  expect(await readCatalogFile(good)).toMatchObject([
    { server: 'n', definitions: [{ name: 'a' }, { name: 'b' }] },
  ])
  const bad = await host.write('d.jsonl', '{"name":"a"}\n{"name":\n')
  await expect(readCatalogFile(bad)).rejects.toThrow(/line 2/)
  await expect(readCatalogFile(await host.write('e.json', '{"x":1}'))).rejects.toThrow(
    /no tool: it has no name/,
  )
  await expect(readCatalogFile(await host.write('f.json', '[]'))).rejects.toThrow(/holds no tool/)
  await expect(readCatalogFile(join(host.cwd, 'gone.json'))).rejects.toMatchObject({
    code: 'CATALOG_FILE_INVALID',
  })
})

it('keeps the cache for this user alone, one build of it, and nothing of the secrets in the configuration', async () => {
  const host = await createTestHost()
  const secret = 'a-secret-value-of-the-test'
  await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, env: { SECRET: secret } } } })
  await host.run(['list'])
  await host.run(['list', '--refresh'])
  const catalogs = join(host.home, '.cache/toolscout/catalogs')
  const [key = ''] = await readdir(catalogs)
  expect((await stat(join(catalogs, key))).mode & 0o077).toBe(0)
  const names = await readdir(join(catalogs, key), { recursive: true })
  expect(names.filter((name) => /^(build|draft)-[^/]+$/.test(name))).toHaveLength(1)
  expect(names.join('\n')).not.toContain(secret)
  const told = await host.run(['call', 'desk:environment'])
  expect(told.stdout).toBe(`SECRET has ${secret.length} characters\n`)
})

it('answers from what is kept, says how old it is, and lists again after the answer when it is too old', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  await host.run(['list'])
  const later = (ms: number) => ({ now: () => Date.now() + ms })
  const young = await host.run(['list', '--json'], later(7_200_000))
  expect(young.stderr).toBe('Tools as listed 2 h ago; --refresh lists them again.\n')
  const old = await host.run(['list', '--max-age', '1h'], later(7_200_000))
  expect(old.stderr).toMatch(/as listed 2 h ago/)
  const fresh = await host.run(['list'], later(7_200_000))
  expect(fresh.stderr).toMatch(/as listed 0 s ago|as listed \d s ago/)
  const offline = await host.run(['list', '--offline', '--max-age', '1s'], later(14_400_000))
  expect(offline.exitCode).toBe(0)
})

it('keeps the tools of a server that fails later, and says so', async () => {
  const host = await createTestHost()
  const script = await host.write('server.mjs', `await import(${JSON.stringify(DESK.args[0])})`)
  await host.write('.toolscout.json', { mcpServers: { desk: { command: DESK.command, args: [script] } } })
  await host.run(['list'])
  await writeFile(script, 'process.exit(3)')
  const run = await host.run(['list', '--refresh'])
  expect(run.stdout).toMatch(/desk:send_mail/)
  expect(run.stderr).toMatch(/desk could not be listed, so its tools are those of an earlier listing/)
})

it('rebuilds a damaged cache', async () => {
  const host = await createTestHost()
  await host.write('c.json', [tool('paint')])
  await host.run(['list', '--catalog', 'c.json'])
  const catalogs = join(host.home, '.cache/toolscout/catalogs')
  const names = await readdir(catalogs, { recursive: true })
  for (const name of names.filter((file) => file.endsWith('tools.jsonl')))
    await writeFile(join(catalogs, name), 'no tool at all'.repeat(1_000))
  const run = await host.run(['search', 'paint', '--catalog', 'c.json'])
  expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('c:paint')])
})

it('reads of what is kept no other tools than those it shows', async () => {
  const host = await createTestHost()
  await host.write('c.json', [tool('paint'), tool('weld')])
  await host.run(['list', '--catalog', 'c.json'])
  const catalogs = join(host.home, '.cache/toolscout/catalogs')
  const names = await readdir(catalogs, { recursive: true })
  const file = join(catalogs, names.find((name) => name.endsWith('tools.jsonl')) ?? '')
  const damaged = (await readFile(file, 'utf8')).replace('"name":"weld"', '"name":!!!!!!')
  await writeFile(file, damaged)
  const run = await host.run(['search', 'paint', '--catalog', 'c.json', '--mode', 'words'])
  expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('c:paint')])
  // A record that was read would have had the catalog built again.
  expect(await readFile(file, 'utf8')).toBe(damaged)
})

it('says where nothing can be kept, and what to do', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  await host.write(join(host.home, '.cache'), 'a file where a folder is needed')
  const { exitCode, stderr } = await host.run(['search', 'mail'])
  expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/cannot be written: .* XDG_CACHE_HOME\.\n$/)])
})

it('says that there are no tools, and reckons nothing of them', async () => {
  const host = await createTestHost()
  const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    const result = method === 'tools/list' ? { tools: [] } : { protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} }, serverInfo: { name: 'bare', version: '1' } }
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })`
  await host.write('.toolscout.json', {
    mcpServers: { bare: { command: process.execPath, args: ['-e', script] } },
  })
  const search = await host.run(['search', 'mail'])
  expect([search.exitCode, search.stderr]).toEqual([0, expect.stringContaining('There are no tools')])
  expect((await host.run(['tokens'])).stdout).toBe('Nothing to defer.\n')
})

it('ends without a word when it is interrupted while it reads what is kept', async () => {
  const host = await createTestHost()
  const file = await host.write('c.json', [tool('a'), tool('b')])
  expect((await host.run(['list', '--catalog', file])).exitCode).toBe(0)
  const warnings: Error[] = []
  const add = (warning: Error): void => void warnings.push(warning)
  process.on('warning', add)
  const stop = new AbortController()
  const now = (): number => {
    stop.abort('SIGINT')
    return Date.now()
  }
  const args = ['eval', '--catalog', file]
  expect(await host.run(args, { signal: stop.signal, now })).toMatchObject({ exitCode: 130, stderr: '' })
  await new Promise(setImmediate)
  process.off('warning', add)
  expect(warnings).toEqual([])
})
