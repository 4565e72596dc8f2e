import { readFile, stat } from 'node:fs/promises'
import { parseJsonc } from '@toolscout/mcp/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { describe, expect, it } from 'vitest'
import { homePlaces } from './fixtures/host.ts'
import { toGatewayOptions } from './open-toolbox.ts'
import { placesOf } from './places.ts'
import { createExampleConfig, EXAMPLE_CONFIG, readToolboxConfig, SCHEMA_URL } from './read-config.ts'

const read = async (config?: string | object, environment?: Record<string, string>) =>
  readToolboxConfig(await homePlaces(config, environment))

describe('a configuration', () => {
  it('with a local and a remote server, comments, trailing commas, variables and settings (OPC-001)', async () => {
    const { servers, settings, problems, warnings } = await read(
      `{
        "$schema": "${SCHEMA_URL}",
        // a comment
        "mcp": {
          "time": { "type": "local", "command": ["uvx", "time"], "environment": { "TZ": "{env:ZONE}" } },
          "docs": { "type": "remote", "url": "https://{env:HOST}/mcp", "headers": { "A": "{env:KEY}" } },
        },
        "settings": { "defaultLimit": 7, "initMode": "lazy", "connection": { "connectTimeout": 100 } },
      }`,
      { ZONE: 'UTC', HOST: 'example.com', KEY: 'k' },
    )
    expect(servers.servers).toMatchObject([
      { name: 'time', transport: 'stdio', command: 'uvx', args: ['time'], env: { TZ: 'UTC' } },
      { name: 'docs', transport: 'auto', url: 'https://example.com/mcp', headers: { A: 'k' } },
    ])
    expect(settings).toEqual({
      defaultLimit: 7,
      initMode: 'lazy',
      connectTimeout: 100,
      requestTimeout: 30_000,
      retryAttempts: 2,
      retryDelay: 1_000,
    })
    expect([problems, warnings]).toEqual([[], []])
  })

  it('without a connectTimeout each server has the time its way of starting needs', async () => {
    const { settings } = await read({ mcp: {} })
    expect(settings.connectTimeout).toBeUndefined()
    expect(toGatewayOptions(settings)).toMatchObject({ startWaitMs: 5_000, limits: { maxFailures: 3 } })
    expect(toGatewayOptions(settings)?.connect?.timeouts).not.toHaveProperty('connectMs')
    const set = await read({ mcp: {}, settings: { connection: { connectTimeout: 700 } } })
    expect(toGatewayOptions(set.settings)).toMatchObject({
      startWaitMs: 700,
      connect: { timeouts: { connectMs: 700 } },
    })
  })

  it('0 is a value (1.2.3)', async () => {
    const { settings } = await read({
      mcp: {},
      settings: { connection: { retryAttempts: 0, retryDelay: 0 } },
    })
    expect(settings).toMatchObject({ retryAttempts: 0, retryDelay: 0 })
  })

  it('unknown members are told with what they may mean, and where', async () => {
    const { warnings } = await read(
      '{\n  "mcp": {},\n  "setings": {},\n  "settings": { "defaultLimits": 3, "connection": { "retries": 1 } }\n}',
    )
    expect(warnings).toEqual([
      expect.stringMatching(/toolbox\.jsonc:3:3: setings: "setings" is not known .* is "settings" meant\?$/),
      expect.stringMatching(/:4:17: settings\.defaultLimits: .* is "defaultLimit" meant\?$/),
      expect.stringMatching(
        /:4:53: settings\.connection\.retries: this is not known .*; known are connectTimeout/,
      ),
    ])
  })

  it.each([
    [{ defaultLimit: 0 }, 'defaultLimit'],
    [{ defaultLimit: 2.5 }, 'defaultLimit'],
    [{ initMode: 'slow' }, 'initMode'],
    [{ connection: { retryAttempts: 11 } }, 'retryAttempts'],
    [{ connection: { requestTimeout: '5' } }, 'requestTimeout'],
    [{ connection: 3 }, 'connection'],
    [[], 'settings'],
  ])('a setting that cannot be used is told, and its default holds: %j', async (given, named) => {
    const { settings, warnings, problems } = await read({ mcp: {}, settings: given })
    expect(warnings).toEqual([expect.stringContaining(named)])
    expect(settings).toEqual((await read({ mcp: {} })).settings)
    expect(problems).toEqual([])
  })

  it('a missing variable is a problem of its server alone', async () => {
    const { servers, problems } = await read({
      mcp: {
        a: { type: 'remote', url: 'https://{env:NOT_SET}/' },
        b: { type: 'remote', url: 'https://example.com/' },
      },
    })
    expect(servers.servers.map(({ name }) => name)).toEqual(['b'])
    expect(problems).toEqual([expect.stringContaining('needs the environment variable NOT_SET')])
  })

  it.each([
    ['{ "mcp": {} ', /:1:\d+: this is no JSON: close brace expected/],
    ['{ "settings": {} }', /there is no map of servers/],
    ['[]', /an object is needed/],
    ['', /value expected/],
    [`{ "mcp": {}, "x": "${'y'.repeat(1_048_576)}" }`, /at most 1048576 are read/],
  ])('what is none is told (OPC-004): %s', async (text, expected) => {
    const { problems, servers } = await read(text)
    expect(problems).toEqual([expect.stringMatching(expected)])
    expect(servers.servers).toEqual([])
  })

  it('may have no servers, a comma at the end and the place of its schema (OPC-004)', async () => {
    const { problems, warnings } = await read('{ "$schema": "x", /* none */ "mcp": {}, }')
    expect([problems, warnings]).toEqual([[], []])
  })

  it.each([
    [{ type: 'pigeon' }, 'type'],
    [{ type: 'local' }, 'command'],
    [{ type: 'local', command: [] }, 'command'],
    [{ type: 'remote' }, 'url'],
    [{ type: 'remote', url: 'here' }, 'url'],
  ])('a server that cannot be is a problem that names the member (OPC-002): %j', async (server, member) => {
    const { problems } = await read({ mcp: { bad: server } })
    expect(problems).toEqual([expect.stringContaining(member)])
  })

  it('a folder in its place is told', async () => {
    const { home } = await homePlaces()
    const { problems } = await readToolboxConfig(placesOf({ OPENCODE_TOOLBOX_CONFIG: home }, home))
    expect(problems).toEqual([expect.stringContaining('cannot be used')])
  })
})

describe('the example', () => {
  it('is made where there is no file, whole and for the user alone (OPC-005, OPC-006)', async () => {
    const { home } = await homePlaces()
    const places = placesOf({}, home)
    const { isNew, problems, warnings } = await readToolboxConfig(places)
    expect([isNew, problems, warnings]).toEqual([true, [], []])
    expect(places.configPath).toBe(`${home}/.config/opencode/toolbox.jsonc`)
    expect(await readFile(places.configPath, 'utf8')).toBe(EXAMPLE_CONFIG)
    expect((await stat(places.configPath)).mode & 0o777).toBe(0o600)
    expect((await readToolboxConfig(places)).isNew).toBe(false)
  })

  it('never takes the place of a file, also not of one that appears meanwhile (OPC-007)', async () => {
    const { configPath } = await homePlaces('mine')
    expect(await createExampleConfig(configPath)).toBe(false)
    expect(await readFile(configPath, 'utf8')).toBe('mine')
    const { configPath: fresh } = await homePlaces()
    const made = await Promise.all(Array.from({ length: 8 }, () => createExampleConfig(fresh)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await readFile(fresh, 'utf8')).toBe(EXAMPLE_CONFIG)
  })
})

describe('the schema for editors', () => {
  const validate = async (value: unknown) => {
    const schema = JSON.parse(await readFile(new URL('../toolbox.schema.json', import.meta.url), 'utf8'))
    const { $id: _, allowComments: _c, allowTrailingCommas: _t, ...plain } = schema
    return (await createSchemaValidator().validate(plain, value)).valid
  }
  const jsonOf = async (text: string) => {
    const document = await parseJsonc(text)
    return 'problem' in document ? undefined : JSON.parse(JSON.stringify(document.value))
  }

  it('takes the example with and without its comments', async () => {
    expect(await validate(await jsonOf(EXAMPLE_CONFIG))).toBe(true)
    const uncommented = EXAMPLE_CONFIG.replace(/^( *)\/\/ (?! |S)/gm, '$1').replace(/^( *)\/\/ {3}/gm, '$1')
    expect(await validate(await jsonOf(uncommented))).toBe(true)
  })

  it('names no member of a server that has no effect', async () => {
    const { $defs } = JSON.parse(await readFile(new URL('../toolbox.schema.json', import.meta.url), 'utf8'))
    for (const kind of ['local', 'remote']) {
      const members = Object.keys($defs[kind].properties).map((name) => [name, null])
      const { warnings } = await read({ mcp: { a: Object.fromEntries(members) } })
      expect(warnings).toEqual([])
    }
  })

  it.each([
    [{ mcp: { a: { type: 'local', command: [] } } }],
    [{ mcp: { a: { type: 'remote' } } }],
    [{ mcp: { a: { type: 'local', command: ['x'], enable: false } } }],
    [{ mcp: {}, settings: { connection: { retryAttempts: 11 } } }],
    [{ mcp: {}, setings: {} }],
    [{}],
  ])('refuses %j', async (value) => {
    expect(await validate(value)).toBe(false)
  })

  it.each([
    [{ servers: { a: { command: 'x' } } }],
    [{ mcp: { a: { type: 'remote', url: '{env:URL}', enabled: false, timeout: 5_000 } } }],
    [{ mcp: {}, settings: { connection: { retryAttempts: 0, retryDelay: 0 } } }],
  ])('takes %j', async (value) => {
    expect(await validate(value)).toBe(true)
  })
})
