import { existsSync } from 'node:fs'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CLIENTS } from '../clients/client-files.ts'
import { launchOf } from '../clients/launch.ts'
import type { ClientConfig } from '../fixtures/client-configs.ts'
import { CLIENT_CONFIGS, SECRET } from '../fixtures/client-configs.ts'
import { type CliRun, createTestHost, type TestHost } from '../fixtures/test-host.ts'
import { LoginFolder } from '../login/login-folder.ts'

/** A machine that has the file, with the command on its path. */
async function machineOf(config: ClientConfig): Promise<{
  readonly host: TestHost
  readonly file: string
  readonly read: () => Promise<string>
  readonly connect: (...args: readonly string[]) => Promise<CliRun>
}> {
  const host = await createTestHost()
  const file = join(config.isProject === true ? host.cwd : host.home, config.file)
  await host.write(file, config.text)
  const bin = join(host.home, 'bin')
  await host.write(join(bin, 'toolscout'), '')
  const scope = config.isProject === true ? ['--project'] : []
  return {
    host,
    file,
    read: () => readFile(file, 'utf8'),
    connect: (...args) =>
      host.run(['connect', config.id, ...scope, ...args], { platform: 'linux', env: { PATH: bin } }),
  }
}

const ALL = CLIENT_CONFIGS.map((config) => [`${config.id}, ${config.file}`, config] as const)

it.each(ALL)('%s: one entry is added, the rest stays, and all of it goes again', async (_, config) => {
  const { read, connect } = await machineOf(config)
  expect((await connect('--keep')).stderr).toBe('')
  const text = await read()
  // Everything that was there is there, in its order.
  const lines = text.split('\n')
  for (const line of config.text.split('\n')) {
    const at = lines.findIndex((one) => one === line || one === line.replace(/(?=\r?$)/, ','))
    if (config.id !== 'gemini-cli') expect(line === '' || at !== -1, line).toBe(true)
  }
  expect(text).toContain('toolscout')
  const again = await connect('--keep')
  expect(again.stdout).toMatch(/starts Toolscout already/)
  expect(await read()).toBe(text)
  expect((await connect('--remove')).stdout).toMatch(/no longer starts Toolscout/)
  expect(await read()).toBe(config.text)
  expect((await connect('--remove')).stdout).toMatch(/nothing to remove/)
})

it.each(ALL)(
  '%s: servers move behind it with their values, and come back as they were',
  async (_, config) => {
    const { host, read, connect } = await machineOf(config)
    const done = await connect('--move')
    expect(done.stderr).toBe('')
    for (const name of config.bound) expect(done.stdout).toMatch(new RegExp(`stays +${name}: `))
    const listed = await host.run(['list', '--servers', '--json'], { platform: 'linux', env: {} })
    const { servers } = listed.json() as { servers: readonly { name: string; state: string }[] }
    expect(servers.map(({ name }) => name).sort()).toEqual([...config.movable].sort())
    expect(servers.filter(({ state, name }) => state !== 'usable' && name !== 'docs.rs')).toEqual([])
    const text = await read()
    for (const name of config.bound) expect(text).toContain(name)
    expect((await connect('--move')).stdout).toMatch(/starts Toolscout already/)
    expect((await connect('--remove')).stdout).not.toContain(SECRET)
    expect(await read()).toBe(config.text)
    expect((await host.run(['list', '--servers'], { platform: 'linux' })).stderr).toMatch(/No servers are/)
  },
)

it.each(ALL)('%s: what was added to the file meanwhile stays when it goes', async (_, config) => {
  const { read, file, connect } = await machineOf(config)
  await connect('--move')
  const text = await read()
  const note = file.endsWith('.toml') ? '# mine\nmine = 1\n' : undefined
  const edited = note === undefined ? text.replace('{', '{ "mine": 1,') : `${note}${text}`
  await writeFile(file, edited)
  await connect('--remove')
  expect(await read()).toBe(
    note === undefined ? config.text.replace('{', '{ "mine": 1,') : `${note}${config.text}`,
  )
})

it.each(ALL)('%s: what was added next to the entry stays as well', async (_, config) => {
  const { read, file, connect } = await machineOf(config)
  await connect('--move')
  const text = await read()
  const edited = file.endsWith('.toml')
    ? `${text}\n[mcp_servers.later]\ncommand = "later"\n`
    : text.replace(/("toolscout": ?)/, '"later": { "command": "later", "type": "stdio" }, $1')
  await writeFile(file, edited)
  expect((await connect('--remove')).exitCode).toBe(0)
  const left = await read()
  expect(left).not.toMatch(/"?toolscout/)
  expect(left).toContain('later')
  for (const name of [...config.movable, ...config.bound]) expect(left).toContain(name)
  expect(left.match(new RegExp(SECRET, 'g'))?.length).toBe(config.text.match(new RegExp(SECRET, 'g'))?.length)
})

it.each(ALL)('%s: a dry run shows every line, no secret, and writes nothing', async (_, config) => {
  const { host, read, connect } = await machineOf(config)
  const { stdout } = await connect('--move', '--dry-run')
  expect(stdout).toMatch(/^--- .*\n[\s\S]*^\+.*toolscout[\s\S]*Nothing was written\.$/m)
  expect(stdout).not.toContain(SECRET)
  expect(await read()).toBe(config.text)
  expect(existsSync(join(host.home, '.config/toolscout'))).toBe(false)
  expect(existsSync(join(host.home, '.local'))).toBe(false)
})

it.each(ALL)('%s: a file that is not there is made, and goes again', async (_, config) => {
  const { host, file, read, connect } = await machineOf({ ...config, text: '' })
  await rm(file)
  const made = String((await connect('--json')).json().file)
  expect(await readFile(made, 'utf8')).toContain('toolscout')
  expect((await connect()).stdout).toMatch(/starts Toolscout already/)
  await connect('--remove')
  expect(existsSync(made)).toBe(false)
  await host.write(file, '')
  await connect()
  await connect('--remove')
  expect(await read()).toBe('')
})

it.each(ALL)('%s: a broken file is named with its line, and nothing is written', async (_, config) => {
  const broken = `${config.text}\n][`
  const { host, read, connect } = await machineOf({ ...config, text: broken })
  const { exitCode, stderr } = await connect('--move')
  expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/:\d+:\d+: this is not (?:JSON|TOML)/)])
  expect(await read()).toBe(broken)
  expect(existsSync(join(host.home, '.config/toolscout'))).toBe(false)
})

const [, , , cursor = CLIENT_CONFIGS[0] as ClientConfig] = CLIENT_CONFIGS

it('a read-only file is refused, and our own file stays as it was', async () => {
  const { host, file, read, connect } = await machineOf(cursor)
  await chmod(file, 0o444)
  const { exitCode, stderr } = await connect('--move')
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('is read-only')])
  expect(await read()).toBe(cursor.text)
  expect(existsSync(join(host.home, '.config/toolscout/config.json'))).toBe(false)
})

it('the backup is what the file was, for this user alone', async () => {
  const { connect } = await machineOf(cursor)
  const { backup } = (await connect('--move', '--json')).json()
  expect(await readFile(String(backup), 'utf8')).toBe(cursor.text)
  expect((await stat(String(backup))).mode & 0o777).toBe(0o600)
})

it('an entry of another form is renewed, with the options and members somebody gave it', async () => {
  const text = `{
  "mcpServers": {
    "scout": { "command": "node", "args": ["/old/@toolscout/cli/bundle/main.js", "serve", "--profile", "work"], "env": { "A": "1" }, "autoApprove": ["search_tools"] }
  }
}
`
  const { read, connect } = await machineOf({ ...cursor, text })
  expect((await connect('--json')).json()).toMatchObject({ action: 'update' })
  expect(JSON.parse(await read())).toEqual({
    mcpServers: {
      scout: {
        command: 'toolscout',
        args: ['serve', '--client', 'cursor', '--profile', 'work'],
        env: { A: '1' },
        autoApprove: ['search_tools'],
      },
    },
  })
  await connect('--remove')
  expect(JSON.parse(await read())).toEqual({ mcpServers: {} })
})

it('a server of our name that is another one is left alone', async () => {
  const text = '{ "mcpServers": { "toolscout": { "command": "other" } } }'
  const { read, connect } = await machineOf({ ...cursor, text })
  const { exitCode, stderr } = await connect()
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('does not start Toolscout')])
  expect(await read()).toBe(text)
})

it('a server two clients had stays in our file until both have it back', async () => {
  const { host, connect } = await machineOf(cursor)
  const fetch = { command: 'uvx', args: ['mcp-server-fetch'] }
  await host.write(join(host.home, '.gemini/settings.json'), { mcpServers: { fetch } })
  const run = (...args: readonly string[]): Promise<CliRun> => host.run(args, { platform: 'linux', env: {} })
  const names = async (): Promise<unknown> => {
    const { servers } = (await run('list', '--servers', '--json')).json() as {
      servers: readonly { name: string }[]
    }
    return servers.map(({ name }) => name)
  }
  await connect('--move')
  await run('connect', 'gemini-cli', '--move')
  await connect('--remove')
  expect(await names()).toEqual(['fetch'])
})

it('our own file goes with the last client whose servers it was made for', async () => {
  const { host, connect } = await machineOf(CLIENT_CONFIGS[1] as ClientConfig)
  const own = join(host.cwd, '.toolscout.json')
  await host.write('.gemini/settings.json', { mcpServers: { fetch: { command: 'uvx' } } })
  const run = (...args: readonly string[]): Promise<CliRun> =>
    host.run(['connect', 'gemini-cli', '--project', ...args], { platform: 'linux', env: {} })
  await connect('--move')
  await run('--move')
  await connect('--remove')
  expect(JSON.parse(await readFile(own, 'utf8'))).toEqual({ mcpServers: { fetch: { command: 'uvx' } } })
  await run('--remove')
  expect(existsSync(own)).toBe(false)
  // One that was there before stays.
  await host.write('.toolscout.json', '{}\n')
  await connect('--move')
  await connect('--remove')
  expect(JSON.parse(await readFile(own, 'utf8'))).toEqual({ mcpServers: {} })
})

it('a server to which somebody logged in here can move, and one without a login cannot', async () => {
  const { host, connect } = await machineOf(CLIENT_CONFIGS[0] as ClientConfig)
  const dry = async (): Promise<unknown> => (await connect('--move', '--dry-run', '--json')).json().moved
  expect(await dry()).toEqual(['github', 'files'])
  const logins = new LoginFolder({ home: host.home, platform: 'linux', env: {}, now: Date.now })
  await logins.write('https://mcp.linear.app/mcp', { tokens: {} })
  expect(await dry()).toEqual(['github', 'linear', 'files'])
})

it('a server of another kind under a name we have stays where it is', async () => {
  const { host, read, connect } = await machineOf(cursor)
  await host.run(['add', 'fetch', '--', 'my-fetch'], { platform: 'linux' })
  const { stdout } = await connect('--move')
  expect(stdout).toMatch(/stays +fetch: Toolscout has another server of this name/)
  expect(await read()).toContain('mcp-server-fetch')
})

const NPX = { npm_command: 'exec' }

it.each(Object.keys(CLIENTS))('the page of %s has the entry that is written behind npx', async (id) => {
  const page = await readFile(new URL(`../../../../docs/clients/${id}.md`, import.meta.url), 'utf8')
  const [, snippet = ''] = /\n```(?:json|toml)\n([\s\S]*?)```\n/.exec(page) ?? []
  const host = await createTestHost()
  const isDesktop = id === 'claude-desktop'
  const bin = join(host.home, 'bin')
  if (isDesktop) await host.write(join(bin, 'npx'), '')
  const env = { ...NPX, PATH: isDesktop ? `${bin}:/usr/bin:/bin` : '/x/_npx/1/node_modules/.bin' }
  const { file } = (await host.run(['connect', id, '--json'], { platform: 'linux', env })).json()
  expect((await readFile(String(file), 'utf8')).replaceAll(bin, '/opt/homebrew/bin').trim()).toBe(
    snippet.trim(),
  )
  expect(page).toContain(`npx -y @toolscout/cli connect ${id}`)
})

it.each([
  ['darwin', 'claude-desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['darwin', 'vscode', 'Library/Application Support/Code/User/mcp.json'],
  ['darwin', 'zed', '.config/zed/settings.json'],
  ['linux', 'opencode', '.config/opencode/opencode.json'],
  ['linux', 'codex', '.codex/config.toml'],
] as const)('on %s %s has its file at %s', async (platform, id, file) => {
  const host = await createTestHost()
  const report = (await host.run(['connect', id, '--dry-run', '--json'], { platform, env: NPX })).json()
  expect(report.file).toBe(join(host.home, file))
})

it.each([
  ['through npx', { npm_command: 'exec', PATH: '' }, undefined, ['npx', '-y', '@toolscout/cli']],
  ['from a cache of npx', { PATH: '' }, '/x/_npx/1/main.js', ['npx', '-y', '@toolscout/cli']],
  ['by a path', { PATH: '' }, '/opt/toolscout/main.js', ['/bin/node', '/opt/toolscout/main.js']],
])('started %s, it is started so again', async (_, env, script, wanted) => {
  const host = await createTestHost()
  const program = script === undefined ? {} : { program: { node: '/bin/node', script } }
  const more = { platform: 'linux' as const, env, ...program }
  const { entry } = (await host.run(['connect', 'cursor', '--json'], more)).json() as {
    entry: { command: string; args: readonly string[] }
  }
  expect([entry.command, ...entry.args]).toEqual([...wanted, 'serve', '--client', 'cursor'])
  // Others who work on a project have no such path.
  const shared = (await host.run(['connect', 'cursor', '--json', '--project'], more)).json()
  expect(shared.entry).toMatchObject({ command: 'npx' })
  expect((await host.run(['connect', 'cursor', '--remove'], more)).stdout).toMatch(/no longer starts/)
})

it('Windows starts npx through its shell', async () => {
  const host = { platform: 'win32', env: NPX } as const
  expect(launchOf(host, { id: 'cursor', scope: 'user' })).toEqual({
    command: 'cmd',
    args: ['/c', 'npx', '-y', '@toolscout/cli', 'serve', '--client', 'cursor'],
  })
})

it('says what to do next where Toolscout knows no server but those the client lists itself', async () => {
  const { host, connect } = await machineOf(cursor)
  await host.run(['init', '--yes'], { platform: 'linux' })
  const words = /no servers for Cursor yet: toolscout connect cursor --move, or toolscout init/
  expect((await connect('--keep')).stdout).toMatch(words)
  await host.run(['add', 'own', '--', 'own-server'], { platform: 'linux' })
  expect((await connect('--keep')).stdout).not.toMatch(words)
})

it('init never takes over Toolscout itself', async () => {
  const { host, connect } = await machineOf(cursor)
  await connect('--keep')
  const found = (await host.run(['init', '--dry-run', '--json'], { platform: 'linux' })).json()
  const { servers } = found as { servers: readonly { name: string }[] }
  expect(servers.map(({ name }) => name)).not.toContain('toolscout')
})
