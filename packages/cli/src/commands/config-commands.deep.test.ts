import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'

const USER_FILE = '.config/toolscout/config.json'
/** A text that must be found in no file and no answer of ours. */
const SECRET = 'ghp_thisIsTheSecretOfTheTest000'
const ref = (name: string): string => `$${`{${name}}`}`

async function writeClients({ home, write }: TestHost): Promise<void> {
  await write(join(home, '.config/Claude/claude_desktop_config.json'), {
    mcpServers: {
      desktop: { command: 'npx', args: ['-y', 'one'], env: { API_KEY: SECRET, LOG_LEVEL: 'debug' } },
    },
  })
  await write(join(home, '.claude.json'), {
    numStartups: 7,
    mcpServers: { code: { type: 'http', url: `https://example.com/mcp?api_key=${SECRET}` } },
    projects: { [join(home, 'project')]: { mcpServers: { local: { command: 'uvx', args: ['two'] } } } },
  })
  await write(join(home, '.cursor/mcp.json'), {
    mcpServers: { cursor: { url: 'https://example.com/c', headers: { Authorization: `Bearer ${SECRET}` } } },
  })
  await write(
    join(home, '.config/Code/User/mcp.json'),
    `{ // of VS Code
      "inputs": [{ "id": "gh-token", "type": "promptString" }],
      "servers": { "vscode": { "command": "node", "args": ["\${userHome}/x.js"], "env": { "T": "\${input:gh-token}" } } } }`,
  )
  await write(join(home, '.codeium/windsurf/mcp_config.json'), {
    mcpServers: { windsurf: { serverUrl: 'https://example.com/w', disabled: true, alwaysAllow: ['x'] } },
  })
  await write(
    join(home, '.codex/config.toml'),
    [
      'model = "gpt"',
      '[mcp_servers.codex]',
      'command = "npx"',
      `args = ["-y", "three", "--token", "${SECRET}"]`,
      'env_vars = ["HOME_TOKEN"]',
      'tool_timeout_sec = 30',
      'enabled_tools = ["a"]',
      '[mcp_servers.remote]',
      'url = "https://example.com/r"',
      'bearer_token_env_var = "REMOTE_TOKEN"',
    ].join('\n'),
  )
  await write(join(home, '.config/opencode/opencode.json'), {
    mcp: {
      opencode: {
        type: 'local',
        command: ['npx', 'four', `--header=Authorization: ${SECRET}`],
        environment: { KEY: '{env:OPEN_KEY}' },
      },
    },
  })
}

it('takes over the servers of all seven programs, and no secret', async () => {
  const host = await createTestHost()
  await writeClients(host)
  const dry = await host.run(['init', '--copy', '--dry-run', '--json'], { platform: 'linux' })
  expect(dry.json()).toMatchObject({ written: false, problems: [], passed: [] })
  await expect(stat(join(host.home, USER_FILE))).rejects.toThrow('ENOENT')
  const done = await host.run(['init', '--copy', '--yes'], { platform: 'linux' })
  expect(done.exitCode).toBe(0)
  const text = await readFile(join(host.home, USER_FILE), 'utf8')
  for (const said of [text, done.stdout, done.stderr, dry.stdout]) expect(said).not.toContain(SECRET)
  expect((await stat(join(host.home, USER_FILE))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(text)).toEqual({
    mcpServers: {
      desktop: { command: 'npx', args: ['-y', 'one'], env: { API_KEY: ref('API_KEY'), LOG_LEVEL: 'debug' } },
      local: { command: 'uvx', args: ['two'] },
      code: { type: 'http', url: `https://example.com/mcp?api_key=${ref('CODE_API_KEY')}` },
      cursor: {
        url: 'https://example.com/c',
        headers: { Authorization: `Bearer ${ref('CURSOR_AUTHORIZATION')}` },
      },
      vscode: { command: 'node', args: [`${host.home}/x.js`], env: { T: ref('GH_TOKEN') } },
      windsurf: { url: 'https://example.com/w', disabled: true },
      codex: {
        command: 'npx',
        args: ['-y', 'three', '--token', ref('CODEX_TOKEN')],
        env: { HOME_TOKEN: ref('HOME_TOKEN') },
        timeout: 30_000,
        tools: { allow: ['a'] },
      },
      remote: { url: 'https://example.com/r', headers: { Authorization: `Bearer ${ref('REMOTE_TOKEN')}` } },
      opencode: {
        type: 'local',
        command: ['npx', 'four', `--header=Authorization: ${ref('OPENCODE_AUTHORIZATION')}`],
        environment: { KEY: '{env:OPEN_KEY}' },
      },
    },
  })
  expect(done.stdout).toMatch(/the variable API_KEY is not set/)
  expect(done.stdout).toMatch(/uvx is not installed \(it comes with uv/)
  expect(dry.json().variables).toContain('CURSOR_AUTHORIZATION')
  const again = await host.run(['init', '--copy', '--yes', '--json'], { platform: 'linux' })
  expect(again.json()).toMatchObject({
    written: false,
    servers: [],
    kept: expect.arrayContaining(['desktop']),
  })
})

it('tells a file of another program that cannot be read, and goes on', async () => {
  const host = await createTestHost()
  await host.write('.mcp.json', '{ "mcpServers": ')
  await host.write('.cursor/mcp.json', { mcpServers: { desk: DESK } })
  const done = await host.run(['init', '--yes', '--project'])
  expect(done.exitCode).toBe(0)
  expect(done.stderr).toMatch(/warning: Claude Code: .*\.mcp\.json:1:17: this is not JSON/)
  expect((await host.run(['list'])).stdout).toMatch(/desk:add_numbers/)
})

it('asks on a terminal, and writes for a yes alone', async () => {
  const host = await createTestHost()
  await host.write(join(host.home, '.cursor/mcp.json'), { mcpServers: { desk: DESK } })
  const answering = (word: string) => {
    let said = ''
    const write = (text: string): void => {
      said += text
    }
    const stream = { write, isTerminal: true, columns: 80 }
    const stdin = (async function* () {
      yield `${word}\n`
    })()
    return { more: { stdout: stream, stderr: stream, stdin, env: { NO_COLOR: '1' } }, said: () => said }
  }
  const no = answering('n')
  await host.run(['init'], no.more)
  expect(no.said()).toMatch(/Use this server\? \[Y\/n\].*Nothing was written/s)
  const yes = answering('')
  await host.run(['init'], yes.more)
  expect(yes.said()).toMatch(
    /reads 1 server of Cursor \(~\/\.config.*\nNext: toolscout search .*\n.*connect cursor/,
  )
  expect(yes.said().match(/^desk /gm)).toHaveLength(1)
  expect((await host.run(['list'])).stdout).toMatch(/desk:add_numbers/)
})

it('reads the files of other programs each time, secrets included, and copies nothing', async () => {
  const host = await createTestHost()
  await writeClients(host)
  await host.write('.mcp.json', { mcpServers: { here: DESK } })
  const more = { platform: 'linux' as const, env: { PATH: process.env.PATH } }
  const done = await host.run(['init', '--yes'], more)
  const text = await readFile(join(host.home, USER_FILE), 'utf8')
  expect(JSON.parse(text)).toEqual({
    clients: ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'codex', 'opencode'],
  })
  for (const said of [text, done.stdout, done.stderr]) expect(said).not.toContain(SECRET)
  // Only what is not there at all is missing.
  expect(done.stdout).not.toMatch(/API_KEY is not set/)
  expect(done.stdout).toMatch(/the variable REMOTE_TOKEN is not set/)
  expect(done.stdout).toMatch(/here of this folder: --project copies them/)
  const states = async (): Promise<unknown> => {
    const { servers } = (await host.run(['list', '--servers', '--json'], more)).json() as {
      readonly servers: readonly { readonly name: string; readonly layer: string; readonly state: string }[]
    }
    return Object.fromEntries(servers.map(({ name, layer, state }) => [name, `${layer} ${state}`]))
  }
  expect(await states()).toMatchObject({
    desktop: 'client usable',
    windsurf: 'client disabled',
    remote: 'client broken',
  })
  await host.write(join(host.home, '.gemini/settings.json'), { mcpServers: { desk: DESK } })
  await host.write(join(host.home, '.codex/config.toml'), '[mcp_servers.later]\ncommand = "x"\n')
  expect(await states()).toMatchObject({ later: 'client usable' })
  await host.write(join(host.home, '.codex/config.toml'), '[')
  expect((await host.run(['list', '--servers'], more)).stdout).toMatch(/desktop/)
  expect((await host.run(['doctor', '--offline'], more)).stdout).toMatch(/Codex: .*this is not TOML/)
  expect((await host.run(['init', '--yes', '--json'], more)).json()).toMatchObject({
    clients: ['gemini-cli'],
  })
})

it('adds to a file without a byte', async () => {
  const host = await createTestHost()
  const file = await host.write('.toolscout.json', '')
  expect((await host.run(['add', 'gh', '--project', '--', 'npx', 'gh'])).exitCode).toBe(0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ mcpServers: { gh: { command: 'npx' } } })
})

it('adds servers, with references for secrets, keeps comments, and removes them again', async () => {
  const host = await createTestHost()
  const file = await host.write('.toolscout.json', '{\n  // mine\n  "servers": {}\n}\n')
  const added = await host.run([
    'add',
    'gh',
    '--project',
    '--env',
    `GH_TOKEN=${SECRET}`,
    '--',
    'npx',
    '-y',
    'gh',
  ])
  expect([added.exitCode, added.stdout]).toEqual([0, `Added gh to ${file}.\n`])
  expect(added.stderr).toMatch(/the value of env.GH_TOKEN may be a secret and was not written/)
  const text = await readFile(file, 'utf8')
  expect(text).toContain('// mine')
  expect(text).not.toContain(SECRET)
  expect(text).toContain(`"GH_TOKEN": "${ref('GH_TOKEN')}"`)
  expect((await host.run(['add', 'gh', '--project', '--', 'x'])).exitCode).toBe(2)
  const remote = await host.run([
    'add',
    'web',
    '--url',
    'https://example.com/mcp',
    '--header',
    'X-Api-Key: abc',
    '--json',
  ])
  expect(remote.json()).toEqual({
    added: 'web',
    needs: [],
    file: join(host.home, USER_FILE),
    variables: ['WEB_X_API_KEY'],
  })
  const listed = await host.run(['list', '--servers', '--json'])
  expect(listed.json()).toMatchObject({
    servers: [
      { name: 'web', layer: 'user', state: 'broken', problem: { code: 'MCP_VARIABLE_MISSING' } },
      { name: 'gh', layer: 'project', file, state: 'broken' },
    ],
  })
  expect((await host.run(['remove', 'gh'])).stdout).toBe(`Removed gh from ${file}.\n`)
  const unknown = await host.run(['remove', 'wbe'])
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    4,
    'error: There is no server "wbe". Did you mean "web"?\n',
  ])
})

it.each([
  [['add', 'x'], /A server is a command after -- or a --url/],
  [['add', 'x', '--url', 'ftp://a'], /http/],
  [['add', 'x', '--url', 'https://a', '--env', 'A=1'], /--env and --cwd are for a command/],
  [['add', 'x', '--header', 'A: 1', '--', 'y'], /--header is for a --url/],
  [['add', 'x', '--env', 'A', '--', 'y'], /--env wants NAME=VALUE/],
])('refuses a server that could not be meant: %j', async (args, message) => {
  const host = await createTestHost()
  const { exitCode, stderr } = await host.run(args)
  expect([exitCode === 2 || exitCode === 3, stderr]).toEqual([true, expect.stringMatching(message)])
})

it('puts later layers above earlier ones, name by name, and says where each comes from', async () => {
  const host = await createTestHost()
  const user = await host.write(join(host.home, USER_FILE), {
    mcpServers: { desk: { command: 'no-such-program' }, extra: DESK },
  })
  const project = await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const explicit = await host.write('more.json', {
    mcp: { extra: { type: 'local', command: ['x'], enabled: false } },
  })
  const { stdout } = await host.run(['list', '--servers', '--json', '-c', 'more.json'])
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [
      { name: 'desk', layer: 'project', file: project, overrides: [user], state: 'usable' },
      { name: 'extra', layer: 'explicit', file: explicit, overrides: [user], state: 'disabled' },
    ],
  })
  const alone = await host.run(['list', '--servers', '--json', '-c', 'more.json', '--isolated'])
  expect(alone.json()).toMatchObject({ servers: [{ name: 'extra', overrides: [] }] })
  const missing = await host.run(['list', '-c', 'gone.json'])
  expect([missing.exitCode, missing.stderr]).toEqual([
    3,
    expect.stringMatching(/names .*gone\.json, which does not exist/),
  ])
})
