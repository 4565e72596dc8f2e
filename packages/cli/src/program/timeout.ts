import type { McpServerConfig } from '@toolscout/mcp'
import { quote } from '@toolscout/model/internal'
import { usageError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { type ConfigOptions, parseTimeout } from './options.ts'

/** A deadline for all commands. */
const TIMEOUT_VARIABLE = 'TOOLSCOUT_TIMEOUT'

/**
 * How long a server may take to start and to answer, in milliseconds; `undefined` where neither says. It goes before what a
 * configuration says. @throws CliError `CLI_USAGE` for a variable that is no duration.
 */
export function timeoutOf(
  { timeout }: Pick<ConfigOptions, 'timeout'>,
  env: CliHost['env'],
): number | undefined {
  const said = env[TIMEOUT_VARIABLE]
  if (timeout !== undefined || said === undefined || said === '') return timeout
  try {
    return parseTimeout(said)
  } catch {
    throw usageError(`${TIMEOUT_VARIABLE} is ${quote(said)}; a duration such as 30s or 2m is needed.`)
  }
}

/** The servers with that deadline. */
export function withTimeout(
  configs: readonly McpServerConfig[],
  timeoutMs: number | undefined,
): readonly McpServerConfig[] {
  return timeoutMs === undefined ? configs : configs.map((config) => ({ ...config, timeoutMs }))
}
