import { type JsonValue, ToolscoutError } from '@toolscout/model'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { configFault } from './config-fault.ts'
import {
  type ConfigDocument,
  type ConfigPath,
  createPlaceFinder,
  describePlace,
  type PlaceFinder,
} from './config-place.ts'
import type { McpConfig, McpConfigWarning, McpServerFailure } from './config-result.ts'
import { findEntries, type RawEntry } from './config-sections.ts'
import { McpConfigError, McpVariableMissingError } from './errors.ts'
import { type Environment, type InterpolationProblem, interpolateValue } from './interpolate.ts'
import type { McpServerConfig } from './server-config.ts'
import { ENTRY_KEYS, parseServerEntry } from './server-entry.ts'
import { toServerConfig } from './to-server-config.ts'

/** What to call a configuration, and where its variables come from. */
export interface ReadingContext {
  readonly source: string
  readonly environment: Environment
  /** What has a value without being a variable. */
  readonly predefined: Environment
}

/**
 * Reads the servers of a configuration, each on its own.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when there is no map of servers.
 */
export function readServers(document: ConfigDocument, context: ReadingContext): McpConfig {
  const place = createPlaceFinder(document, context.source)
  const { entries, slips } = findEntries(document, place)
  const warnings: McpConfigWarning[] = []
  const warn = (path: ConfigPath, message: string, server?: string): void => {
    const at = place(path, server)
    warnings.push(Object.freeze({ ...at, message: `${describePlace(at)}: ${message}` }))
  }
  for (const slip of slips) warn(slip.path, slip.message)
  const servers: McpServerConfig[] = []
  const disabled: string[] = []
  const failures: McpServerFailure[] = []
  const names = new Set<string>()
  for (const entry of entries) {
    const { section, name, value } = entry
    if (names.has(name)) {
      warn([section, name], 'a server of this name stands further up; this one is left out.', name)
      continue
    }
    names.add(name)
    if (isJsonObject(value) && (value.disabled === true || value.enabled === false)) {
      disabled.push(name)
      continue
    }
    try {
      servers.push(readServer(entry, { ...context, place, warn }))
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push(Object.freeze({ name, error }))
    }
  }
  return Object.freeze({
    servers: Object.freeze(servers),
    disabled: Object.freeze(disabled),
    failures: Object.freeze(failures),
    warnings: Object.freeze(warnings),
  })
}

interface EntryContext extends ReadingContext {
  readonly place: PlaceFinder
  readonly warn: (path: ConfigPath, message: string, server: string) => void
}

function readServer(raw: RawEntry, context: EntryContext): McpServerConfig {
  const { section, name } = raw
  const at = (path: ConfigPath) => context.place([section, name, ...path], name)
  const refuse = (path: ConfigPath, problem: string): McpConfigError =>
    new McpConfigError(`${describePlace(at(path))}: ${problem}.`, at(path))
  const warn = (path: ConfigPath, message: string): void =>
    context.warn([section, name, ...path], message, name)

  warnOfUnknownKeys(raw.value, warn)
  const filled = interpolateValue(withoutNulls(raw.value), context.environment, context.predefined)
  if ('problem' in filled) throw variableError(filled, at(filled.path), name)
  const parsed = parseServerEntry(filled.value)
  if ('problem' in parsed) throw refuse(parsed.path, parsed.problem)
  const { line } = at([])
  const origin = { source: context.source, section, key: name, ...(line === undefined ? {} : { line }) }
  const config = toServerConfig(parsed.entry, { name, origin, secrets: filled.inserted, warn })
  if ('problem' in config) throw refuse(config.path, config.problem)
  const fault = configFault(config)
  if (fault !== undefined) throw refuse(fault.path[0] === 'name' ? [] : fault.path, fault.problem)
  return config
}

function warnOfUnknownKeys(value: JsonValue, warn: (path: ConfigPath, message: string) => void): void {
  if (!isJsonObject(value)) return
  for (const key of Object.keys(value)) {
    if (ENTRY_KEYS.includes(key)) continue
    const [meant] = nearestNames(key, ENTRY_KEYS, { beginnings: false })
    warn([key], `this is not known and has no effect.${meant === undefined ? '' : ` Is "${meant}" meant?`}`)
  }
}

/** Programs that write configurations write `null` for what is not there. */
function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
}

function variableError(
  problem: InterpolationProblem,
  place: ReturnType<PlaceFinder>,
  server: string,
): McpConfigError | McpVariableMissingError {
  const where = `${describePlace(place)}: server ${quote(server)}`
  if (problem.problem === 'foreign') {
    const marker = quote(problem.marker)
    return new McpConfigError(
      `${where} uses ${marker}, which cannot be asked for here. Use \${VARIABLE}.`,
      place,
    )
  }
  const { variable } = problem
  const message = `${where} needs the environment variable ${variable}. Set it, or write \${${variable}:-default}.`
  return new McpVariableMissingError(message, { ...place, variable })
}
