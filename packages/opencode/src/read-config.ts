import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type McpConfig, parseMcpConfig } from '@toolscout/mcp'
import { createPlaceFinder, describePlace, MAX_CONFIG_BYTES, parseJsonc } from '@toolscout/mcp/internal'
import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import type { Places } from './places.ts'
import { meantText, readSettings, type ToolboxFileSettings } from './settings.ts'

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
