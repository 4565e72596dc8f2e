import { readFile, stat } from 'node:fs/promises'
import { checkOptions, type OptionKind, quote, spell, utf8Length } from '@toolscout/model/internal'
import { McpConfigError } from '../errors.ts'
import type { McpConfig } from './config-result.ts'
import type { Environment } from './interpolate.ts'
import { parseJsonc } from './jsonc.ts'
import type { ReadingContext } from './read-servers.ts'

/** Longest configuration that is read; a thousand servers need a fifth of it. */
export const MAX_CONFIG_BYTES = 1_048_576

/** Options of reading a configuration. */
export interface McpConfigOptions {
  /** What to call the text in errors and in {@link McpServerConfig.origin}. Default `config`. */
  readonly source?: string | undefined
  /** Where variables come from. Default `process.env`, as it is when the configuration is read. */
  readonly env?: Environment | undefined
  /** What `${workspaceFolder}` of VS Code stands for. Default: the working directory of this process. */
  readonly workspaceFolder?: string | undefined
}

const OPTIONS: { readonly [Option in keyof McpConfigOptions]-?: OptionKind } = Object.freeze({
  source: 'string',
  env: 'object',
  workspaceFolder: 'string',
})

/**
 * Reads a configuration from JSON with comments and trailing commas, in any of three dialects: the map
 * `mcpServers` (Claude, Cursor and most others), `servers` (VS Code), `mcp` (OpenCode). Several may stand in one
 * file; of two servers with one name the first counts.
 *
 * In every text value `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `{env:VAR}` and `${workspaceFolder}` are filled in;
 * `$${` stands for `${`. A missing variable, like any other fault of an entry, is a failure of that server only.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when the text as a whole cannot be read; with line and column.
 * @throws TypeError for an unknown option or one of another type.
 */
export async function parseMcpConfig(text: string, options: McpConfigOptions = {}): Promise<McpConfig> {
  checkOptions('the options of parseMcpConfig', options, OPTIONS)
  const source = options.source ?? 'config'
  if (typeof text !== 'string') {
    const message = `${spell(source)} is ${quote(text)}; the text of a file is needed. Objects are read as they are by connectServers.`
    throw new McpConfigError(message, { source, path: '' })
  }
  checkSize(utf8Length(text), source)
  const [document, { readServers }] = await Promise.all([
    parseJsonc(text.replace(/^\ufeff/, '')),
    import('./read-servers.ts'),
  ])
  if ('problem' in document) {
    const { problem, line, column } = document
    const where = `${spell(source)}:${line}:${column}`
    const isYaml = /\.ya?ml$/i.test(source)
    const hint = isYaml ? ' The YAML of a Loom server is read by readLoomConfig of @toolscout/loom.' : ''
    const message = `${where}: this is no JSON: ${problem} at line ${line}, column ${column}.${hint}`
    throw new McpConfigError(message, { source, path: '', line, column })
  }
  return readServers(document, toContext(source, options))
}

/**
 * Reads a configuration that is an object already, such as one written in code: the same dialects, checks and
 * variables as {@link parseMcpConfig}.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when the object is no configuration.
 * @throws TypeError for an unknown option or one of another type.
 */
export async function parseMcpServers(value: unknown, options: McpConfigOptions = {}): Promise<McpConfig> {
  checkOptions('the options of parseMcpServers', options, OPTIONS)
  const { readServers } = await import('./read-servers.ts')
  const source = options.source ?? 'config'
  return readServers({ value }, toContext(source, options))
}

function toContext(source: string, { env, workspaceFolder }: McpConfigOptions): ReadingContext {
  const { process } = globalThis
  return {
    source,
    environment: env ?? process?.env ?? {},
    predefined: { workspaceFolder: workspaceFolder ?? process?.cwd() ?? '/' },
  }
}

async function readText(source: string): Promise<string> {
  try {
    checkSize((await stat(source)).size, source)
    return await readFile(source, 'utf8')
  } catch (cause) {
    if (cause instanceof McpConfigError) throw cause
    const code = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
    throw new McpConfigError(`${spell(source)} cannot be read (${quote(code)}).`, { source, path: '' }, cause)
  }
}

function checkSize(bytes: number, source: string): void {
  if (bytes <= MAX_CONFIG_BYTES) return
  const message = `${spell(source)} has ${bytes} bytes; at most ${MAX_CONFIG_BYTES} are read.`
  throw new McpConfigError(message, { source, path: '' })
}

/**
 * Reads a configuration in whatever form it is at hand: the path of a file, a configuration in any dialect as an object,
 * or one that was read before.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when it as a whole cannot be read.
 */
export async function loadMcpConfig(config: string | object | McpConfig): Promise<McpConfig> {
  if (typeof config === 'string') return parseMcpConfig(await readText(config), { source: config })
  return isReadConfig(config) ? config : parseMcpServers(config)
}

function isReadConfig(config: object): config is McpConfig {
  return Array.isArray(Reflect.get(config, 'servers')) && Array.isArray(Reflect.get(config, 'failures'))
}
