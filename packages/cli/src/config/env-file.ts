import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { McpVariableMissingError } from '@toolscout/mcp'
import type { McpServerFailure } from '@toolscout/mcp/internal'
import { quote } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import { readText } from './read-text.ts'

/** Variables that stand beside a configuration file. */
export interface EnvFile {
  readonly variables: CliHost['env']
  /** Why the file is not used, where it is there. */
  readonly problem?: string
}

const NONE: EnvFile = Object.freeze({ variables: Object.freeze({}) })
const WORLD_WRITABLE = 0o002

/** Where variables of a configuration file are looked for, beside the environment. */
export function envFileOf(configFile: string): string {
  return join(dirname(configFile), '.env')
}

/** Reads the `.env` beside a configuration file. Rejects with `CONFIG_FILE_INVALID` when it cannot be read. */
export async function readEnvFile(configFile: string, platform: NodeJS.Platform): Promise<EnvFile> {
  const file = envFileOf(configFile)
  const text = await readText(file)
  if (text === undefined) return NONE
  const why = platform === 'win32' ? undefined : await strangersHand(file)
  if (why !== undefined) return { ...NONE, problem: `${file} is not used, because ${why}.` }
  return { variables: parseEnv(text) }
}

/** Why a file may hold what somebody else wrote; `undefined` when only this user, or the system, can have. */
export async function strangersHand(file: string): Promise<string | undefined> {
  const { uid, mode } = await stat(file)
  if (uid !== process.getuid?.() && uid !== 0) return 'it belongs to another user'
  return (mode & WORLD_WRITABLE) === 0 ? undefined : 'every user may write to it'
}

/** Says of a variable that is not set where it may be: a client that starts us has no shell. */
export function withPlaceToSet(failure: McpServerFailure, configFile: string): McpServerFailure {
  const { name, error } = failure
  if (!(error instanceof McpVariableMissingError)) return failure
  const { variable } = error.details
  const message = `${quote(name)} is configured and needs ${variable}, which is not set: put it into ${envFileOf(configFile)}, or into the environment of the client that starts Toolscout.`
  return Object.freeze({ name, error: new McpVariableMissingError(message, error.details) })
}
