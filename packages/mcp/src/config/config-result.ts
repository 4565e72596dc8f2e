import type { ToolscoutError } from '@toolscout/model'
import { hasHiddenCharacters, isTimeoutMs, MAX_TIMEOUT_MS, quote, spell } from '@toolscout/model/internal'
import type { ConfigPlace } from '../errors.ts'
import type { McpServerConfig, StdioServerConfig } from './server-config.ts'

/** A server that could not be read or reached; it harms no other. */
export interface McpServerFailure {
  readonly name: string
  readonly error: ToolscoutError
}

/** Something in a configuration that has no effect or looks like a slip. */
export interface McpConfigWarning extends ConfigPlace {
  /** A sentence for people. */
  readonly message: string
}

/** A configuration that was read. Frozen through and through. */
export interface McpConfig {
  /** Servers that can be connected, in the order of the file. */
  readonly servers: readonly McpServerConfig[]
  /** Names of servers the file switches off. Nothing else of them is read. */
  readonly disabled: readonly string[]
  /** Servers whose entry is broken: `MCP_CONFIG_INVALID` or `MCP_VARIABLE_MISSING`. */
  readonly failures: readonly McpServerFailure[]
  readonly warnings: readonly McpConfigWarning[]
}

/** What is wrong with a server's configuration. */
export interface ConfigFault {
  /** The member, such as `['headers', 'Authorization']`. */
  readonly path: ConfigPath
  /** In words that do not repeat the member's value, because any of them may be a secret. */
  readonly problem: string
}

/** What a platform cannot do with a configuration; `undefined` when it can do everything. */
export function configFault(config: McpServerConfig): ConfigFault | undefined {
  if (!isNamed(config.name)) {
    return { path: ['name'], problem: 'a name that is neither blank nor holds hidden characters is needed' }
  }
  if (config.timeoutMs !== undefined && !isTimeoutMs(config.timeoutMs)) {
    return { path: ['timeoutMs'], problem: `a whole number from 1 to ${MAX_TIMEOUT_MS} is needed` }
  }
  const { replicaOf } = config
  if (replicaOf !== undefined && (!isNamed(replicaOf) || replicaOf === config.name))
    return { path: ['replicaOf'], problem: 'the name of another server is needed' }
  if (config.transport === 'stdio') return processFault(config)
  if (config.transport === 'skills') return isPath(config.folder) ? undefined : NO_FOLDER
  if (!['http', 'sse', 'auto'].includes(config.transport)) {
    const transport = quote(Reflect.get(config, 'transport'))
    return { path: ['transport'], problem: `${transport} is unknown; use stdio, http, sse, auto or skills` }
  }
  if (!isHttpUrl(config.url)) return { path: ['url'], problem: 'an absolute http: or https: URL is needed' }
  for (const [header, value] of Object.entries(config.headers ?? {})) {
    if (isHeader(header, value)) continue
    return { path: ['headers', header], problem: 'HTTP cannot carry a header of this name or value' }
  }
  return undefined
}

function isNamed(name: unknown): boolean {
  return typeof name === 'string' && name.trim() !== '' && !hasHiddenCharacters(name)
}

const NO_FOLDER: ConfigFault = Object.freeze({ path: ['folder'], problem: 'the path of a folder is needed' })

function isPath(folder: unknown): boolean {
  return typeof folder === 'string' && folder.trim() !== '' && !folder.includes('\0')
}

function processFault(config: StdioServerConfig): ConfigFault | undefined {
  const texts: readonly (readonly [ConfigPath, unknown])[] = [
    [['command'], config.command],
    ...(config.args ?? []).map((arg, i) => [['args', i], arg] as const),
    ...Object.entries(config.env ?? {}).map(([name, value]) => [['env', name], value] as const),
    ...(config.cwd === undefined ? [] : [[['cwd'], config.cwd] as const]),
  ]
  for (const [path, text] of texts) {
    if (typeof text === 'string' && !text.includes('\0')) continue
    return { path, problem: 'a text without NUL characters is needed' }
  }
  if (config.command.trim() === '') return { path: ['command'], problem: 'the command is empty' }
  const badName = Object.keys(config.env ?? {}).find((name) => !/^[^=\0]+$/.test(name))
  return badName === undefined
    ? undefined
    : { path: ['env', badName], problem: 'no variable can have this name' }
}

function isHttpUrl(url: string): boolean {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function isHeader(name: string, value: string): boolean {
  try {
    // The platform's own check; its error would repeat the value.
    new Headers([[name, value]])
    return typeof value === 'string'
  } catch {
    return false
  }
}

/** Members and indices on the way to a value. */
export type ConfigPath = readonly (string | number)[]

/** A place in a text, as editors show it. */
export interface TextPosition {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
}

/** A configuration as values, and where they stand if they came from text. */
export interface ConfigDocument {
  readonly value: unknown
  /** Position of a value, or of the nearest one around it in the text. */
  readonly locate?: (path: ConfigPath) => TextPosition
  /** Paths of members that stand in their object a second time; the last one counts. */
  readonly duplicates?: readonly ConfigPath[]
}

/** Gives the place of a path in one document, for errors and warnings. */
export type PlaceFinder = (path: ConfigPath, server?: string) => ConfigPlace

/** Prepares the places of a document that is called `source`. */
export function createPlaceFinder(document: ConfigDocument, source: string): PlaceFinder {
  return (path, server) =>
    Object.freeze({
      source,
      path: formatConfigPath(path),
      ...(server === undefined ? {} : { server }),
      ...document.locate?.(path),
    })
}

/** Writes a place the way compilers do: `mcp.json:12:7: mcpServers.github.url`. */
export function describePlace(place: ConfigPlace): string {
  const position = place.line === undefined ? '' : `:${place.line}:${place.column}`
  return `${spell(place.source)}${position}${place.path === '' ? '' : `: ${place.path}`}`
}

/** Writes a path as people read it: `mcpServers.github.args[0]`, `mcpServers["my server"].url`. */
export function formatConfigPath(path: ConfigPath): string {
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[A-Za-z_$][A-Za-z0-9_$-]*$/.test(part)) return `[${quote(part)}]`
      return i === 0 ? part : `.${part}`
    })
    .join('')
}
