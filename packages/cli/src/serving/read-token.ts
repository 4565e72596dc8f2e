import { ConfigFileError } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** The token a variable holds; `undefined` when none is named. @throws ConfigFileError `CONFIG_FILE_INVALID`. */
export function readToken(variable: string | undefined, env: CliHost['env']): string | undefined {
  if (variable === undefined) return undefined
  const token = env[variable]
  if (token !== undefined && token !== '') return token
  throw new ConfigFileError(`The variable ${variable}, which --token-env names, is not set.`, 'environment')
}
