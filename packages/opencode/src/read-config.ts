import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type McpConfig, parseMcpConfig } from '@toolscout/mcp'
import { createPlaceFinder, describePlace, MAX_CONFIG_BYTES, parseJsonc } from '@toolscout/mcp/internal'
import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf, nearestNames, quote } from '@toolscout/model/internal'
import type { Places } from './places.ts'

/** The configuration as far as it could be read. */
export interface ToolboxConfig {
  readonly servers: McpConfig
  readonly settings: ToolboxFileSettings
  /** What keeps the whole, or a server, from working, a sentence each. */
  readonly problems: readonly string[]
  /** What has no effect, a sentence each. */
  readonly warnings: readonly string[]
  /** Whether the file was made just now. */
  readonly isNew: boolean
}

const TOP_LEVEL = ['$schema', 'mcp', 'servers', 'mcpServers', 'settings']
const NO_SERVERS: McpConfig = Object.freeze({ servers: [], disabled: [], failures: [], warnings: [] })

/** Reads the configuration; makes an example where there is none. Never rejects. */
export async function readToolboxConfig({ configPath, environment }: Places): Promise<ToolboxConfig> {
  const warnings: string[] = []
  let settings = readSettings(undefined, () => {})
  let isNew = false
  try {
    const text = await readText(configPath)
    isNew = text === undefined && (await createExampleConfig(configPath))
    const given = text ?? (await readText(configPath)) ?? '{ "mcp": {} }'
    settings = await readOwnMembers(given, configPath, warnings)
    const servers = await parseMcpConfig(given, { source: configPath, env: environment })
    for (const { message } of servers.warnings) if (!warnings.includes(message)) warnings.push(message)
    const problems = servers.failures.map(({ error }) => error.message)
    return Object.freeze({ servers, settings, problems, warnings, isNew })
  } catch (error) {
    const unused = error instanceof ToolscoutError ? '' : `${configPath} cannot be used: `
    const why = `${unused}${messageOf(error)}`
    return Object.freeze({ servers: NO_SERVERS, settings, problems: [why], warnings, isNew })
  }
}

/** The text of a file; `undefined` when there is none. */
async function readText(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path)
    if (size > MAX_CONFIG_BYTES)
      throw new RangeError(`it has ${size} bytes; at most ${MAX_CONFIG_BYTES} are read.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  }
}

/** Reads all settings except servers. Invalid JSON is left to the reader of servers, which reports where and why. */
async function readOwnMembers(
  text: string,
  source: string,
  warnings: string[],
): Promise<ToolboxFileSettings> {
  const document = await parseJsonc(text.replace(/^\ufeff/, ''))
  const value = 'problem' in document ? undefined : document.value
  if ('problem' in document || !isJsonObject(value)) return readSettings(undefined, () => {})
  const place = createPlaceFinder(document, source)
  const warn = (path: readonly string[], message: string): void => {
    warnings.push(`${describePlace(place(path))}: ${message}`)
  }
  for (const name of Object.keys(value)) {
    if (TOP_LEVEL.includes(name)) continue
    warn([name], `${quote(name)} is not known and has no effect; ${meantText(name, TOP_LEVEL)}`)
  }
  return readSettings(value.settings, warn)
}

/** Where editors find what a configuration may say. */
export const SCHEMA_URL = 'https://unpkg.com/@toolscout/opencode@latest/toolbox.schema.json'

/** A configuration to begin with. */
export const EXAMPLE_CONFIG: string = `{
  "$schema": "${SCHEMA_URL}",
  // Servers whose tools the toolbox finds and runs. What stands here should not stand in "mcp" of opencode.json as well.
  "mcp": {
    // "memory": {
    //   "type": "local",
    //   "command": ["npx", "-y", "@modelcontextprotocol/server-memory"],
    //   "environment": { "MEMORY_FILE_PATH": "memory.json" },
    // },
    // "docs": {
    //   "type": "remote",
    //   "url": "https://example.com/mcp",
    //   "headers": { "Authorization": "Bearer {env:DOCS_TOKEN}" },
    //   "tools": { "deny": ["delete_*"] },
    // },
  },
  "settings": {
    "defaultLimit": 5,
    "initMode": "eager",
  },
}
`

/** Writes the example unless the file exists. Never overwrites a file, not even one written meanwhile. */
export async function createExampleConfig(path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, EXAMPLE_CONFIG, { flag: 'wx', mode: 0o600 })
    // Unlike a rename, a link replaces nothing, and what it makes is whole from the beginning.
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft).catch(() => {})
  }
}

/** What `settings` of the configuration says. */
export interface ToolboxFileSettings {
  readonly defaultLimit: number
  readonly initMode: 'eager' | 'lazy'
  /** `undefined` unless the file says it: what a server may take then depends on how it is started. */
  readonly connectTimeout: number | undefined
  readonly requestTimeout: number
  readonly retryAttempts: number
  readonly retryDelay: number
}

/** Hears of a setting that has no effect; `path` leads to it. */
export type SettingsWarning = (path: readonly string[], message: string) => void

interface NumberSetting {
  readonly least: number
  readonly most: number
  readonly preset?: number
}

/** Numbers of `settings` and of `settings.connection`, in milliseconds where they are times. */
const NUMBERS = {
  defaultLimit: { least: 1, most: 20, preset: 5 },
  connectTimeout: { least: 100, most: 60_000 },
  requestTimeout: { least: 100, most: 300_000, preset: 30_000 },
  retryAttempts: { least: 0, most: 10, preset: 2 },
  retryDelay: { least: 0, most: 30_000, preset: 1_000 },
} as const satisfies Record<string, NumberSetting>

const SETTINGS = ['defaultLimit', 'initMode', 'connection']
const CONNECTION = ['connectTimeout', 'requestTimeout', 'retryAttempts', 'retryDelay'] as const

/** Reads `settings`. An invalid setting is reported and its default applies, so that a typo in a number removes no server. */
function readSettings(value: unknown, warn: SettingsWarning): ToolboxFileSettings {
  const settings = readObject(value, ['settings'], { known: SETTINGS, warn })
  const place = ['settings', 'connection']
  const connection = readObject(settings.connection, place, { known: CONNECTION, warn })
  const number = (name: (typeof CONNECTION)[number]): number | undefined =>
    readNumber(connection[name], NUMBERS[name], (message) => warn([...place, name], message))
  const { initMode } = settings
  if (initMode !== undefined && initMode !== 'eager' && initMode !== 'lazy')
    warn(['settings', 'initMode'], 'eager or lazy is needed; eager holds.')
  const limit = readNumber(settings.defaultLimit, NUMBERS.defaultLimit, (message) =>
    warn(['settings', 'defaultLimit'], message),
  )
  return Object.freeze({
    defaultLimit: limit ?? NUMBERS.defaultLimit.preset,
    initMode: initMode === 'lazy' ? 'lazy' : 'eager',
    connectTimeout: number('connectTimeout'),
    requestTimeout: number('requestTimeout') ?? NUMBERS.requestTimeout.preset,
    retryAttempts: number('retryAttempts') ?? NUMBERS.retryAttempts.preset,
    retryDelay: number('retryDelay') ?? NUMBERS.retryDelay.preset,
  })
}

/** What an unknown name may have meant, as the end of a sentence. */
function meantText(name: string, known: readonly string[]): string {
  const [meant] = nearestNames(name, known, { beginnings: false })
  return meant === undefined ? `known are ${known.join(', ')}.` : `is "${meant}" meant?`
}

function readObject(
  given: unknown,
  path: readonly string[],
  { known, warn }: { readonly known: readonly string[]; readonly warn: SettingsWarning },
): Readonly<Record<string, unknown>> {
  const value = given ?? {}
  if (!isJsonObject(value)) {
    warn(path, 'an object is needed; the defaults hold.')
    return {}
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      warn([...path, name], `this is not known and has no effect; ${meantText(name, known)}`)
  }
  return value
}

/** `undefined` where the default holds. */
function readNumber(
  value: unknown,
  { least, most, preset }: NumberSetting,
  warn: (message: string) => void,
): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  warn(`a whole number from ${least} to ${most} is needed; ${preset ?? 'the default'} holds.`)
  return undefined
}
