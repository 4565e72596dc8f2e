import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ScanMode } from '@toolscout/gateway/internal'
import { type McpConfig, parseMcpConfig } from '@toolscout/mcp'
import { MAX_CONFIG_BYTES, parseJsonc } from '@toolscout/mcp/internal'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import type { ClientId } from '../clients/client-files.ts'
import { CliError, isMissing } from '../errors.ts'
import type { CliHost } from '../host.ts'
import {
  type PinSettings,
  type Profile,
  readClients,
  readPinSettings,
  readProfiles,
  readScan,
  refuseUnknown,
  SETTINGS,
} from './settings.ts'

/** Which of the layers a file is; a later one wins. */
export type LayerKind = 'client' | 'user' | 'project' | 'explicit'

/** One configuration file as it was read. */
export interface ConfigLayer {
  readonly kind: LayerKind
  readonly file: string
  readonly config: McpConfig
  readonly profiles: ReadonlyMap<string, Profile>
  /** Programs whose own files are read below this one; a project names none. */
  readonly clients?: readonly ClientId[]
  /** What it says of definitions that change. */
  readonly pins: Partial<PinSettings>
  /** What it says of texts that give orders. */
  readonly scan?: ScanMode | undefined
}

const NO_SERVERS: McpConfig = Object.freeze({ servers: [], disabled: [], failures: [], warnings: [] })
const WORLD_WRITABLE = 0o002

/**
 * Reads one file: its servers, in any dialect, and our own members.
 *
 * Rejects with `MCP_CONFIG_INVALID` or `CONFIG_FILE_INVALID`; `undefined` when there is no such file and it need not be
 * there.
 */
export async function readLayer(
  { kind, file }: Pick<ConfigLayer, 'kind' | 'file'>,
  { env, platform }: Pick<CliHost, 'env' | 'platform'>,
): Promise<ConfigLayer | undefined> {
  const text = await readText(file)
  if (text === undefined) {
    if (kind !== 'explicit') return undefined
    throw new CliError('CONFIG_FILE_INVALID', `There is no file ${file}, which --config names.`)
  }
  if (kind === 'project' && platform !== 'win32') await requireOwner(file)
  const options = { source: file, env, workspaceFolder: dirname(file) }
  const document = await parseJsonc(text)
  if ('problem' in document || !isJsonObject(document.value)) {
    // Mistakes are reported there, with line and column.
    return { kind, file, config: await parseMcpConfig(text, options), profiles: new Map(), pins: {} }
  }
  const profiles = readProfiles(document.value, file)
  const pins = readPinSettings(document.value, file)
  const scan = readScan(document.value, file)
  const clients = kind === 'project' ? [] : readClients(document.value, file)
  refuseUnknown(document.value, file, kind !== 'explicit')
  const isSettingsOnly = Object.keys(document.value).every((key) => SETTINGS.includes(key))
  const config = isSettingsOnly ? NO_SERVERS : await parseMcpConfig(text, options)
  return { kind, file, config, profiles, clients, pins, scan }
}

/** The text of a bounded file without a byte order mark; `undefined` when there is none. Rejects with `CONFIG_FILE_INVALID`. */
export async function readText(
  file: string,
  maxBytes: number = MAX_CONFIG_BYTES,
): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) throw new RangeError(`it has ${size} bytes; at most ${maxBytes} are read.`)
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new CliError('CONFIG_FILE_INVALID', `${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** A file that is found automatically names programs to run, so only this user may be able to write it. */
async function requireOwner(file: string): Promise<void> {
  const { uid, mode } = await stat(file)
  const isOurs = uid === process.getuid?.() || uid === 0
  if (isOurs && (mode & WORLD_WRITABLE) === 0) return
  const why = isOurs ? 'every user may write to it' : 'it belongs to another user'
  throw new CliError(
    'CONFIG_FILE_INVALID',
    `${file} was found on the way up and is not used, because it names programs to run and ${why}. Name it with --config if you trust it.`,
  )
}
