import { dirname } from 'node:path'
import type { ScanMode } from '@toolscout/gateway/internal'
import { type McpConfig, parseMcpConfig } from '@toolscout/mcp'
import { parseJsonc } from '@toolscout/mcp/internal'
import { isJsonObject } from '@toolscout/model/internal'
import type { ClientId } from '../clients/client-files.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { envFileOf, readEnvFile, strangersHand, withPlaceToSet } from './env-file.ts'
import { readText } from './read-text.ts'
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
    throw new CliError('CONFIG_FILE_INVALID', `--config names ${file}, which does not exist.`)
  }
  if (kind === 'project' && platform !== 'win32') await requireOwner(file)
  const beside = await readEnvFile(file, platform)
  const options = { source: file, env: { ...beside.variables, ...env }, workspaceFolder: dirname(file) }
  const parse = async (): Promise<McpConfig> => {
    const { servers, disabled, failures, warnings } = await parseMcpConfig(text, options)
    const { problem } = beside
    const unused = problem === undefined ? [] : [{ source: envFileOf(file), path: '', message: problem }]
    return {
      servers,
      disabled,
      failures: failures.map((failure) => withPlaceToSet(failure, file)),
      warnings: [...warnings, ...unused],
    }
  }
  const document = await parseJsonc(text)
  if ('problem' in document || !isJsonObject(document.value)) {
    // Mistakes are reported there, with line and column.
    return { kind, file, config: await parse(), profiles: new Map(), pins: {} }
  }
  const profiles = readProfiles(document.value, file)
  const pins = readPinSettings(document.value, file)
  const scan = readScan(document.value, file)
  const clients = kind === 'project' ? [] : readClients(document.value, file)
  refuseUnknown(document.value, file, kind !== 'explicit')
  const isSettingsOnly = Object.keys(document.value).every((key) => SETTINGS.includes(key))
  const config = isSettingsOnly ? NO_SERVERS : await parse()
  return { kind, file, config, profiles, clients, pins, scan }
}

/** A file that is found automatically names programs to run, so only this user may be able to write it. */
async function requireOwner(file: string): Promise<void> {
  const why = await strangersHand(file)
  if (why === undefined) return
  throw new CliError(
    'CONFIG_FILE_INVALID',
    `${file} was found in a folder above and is not used, because it names programs to run and ${why}. Name it with --config if you trust it.`,
  )
}
