import { InvalidJsonError, type JsonObject, type JsonValue, ToolscoutError } from '@toolscout/model'
import { copyJson, isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { type ConfigPlace, McpConfigError, McpVariableMissingError } from '../errors.ts'
import {
  type ConfigDocument,
  type ConfigPath,
  configFault,
  createPlaceFinder,
  describePlace,
  type McpConfig,
  type McpConfigWarning,
  type McpServerFailure,
  type PlaceFinder,
} from './config-result.ts'
import { type Environment, type InterpolationProblem, interpolate } from './interpolate.ts'
import type { McpServerConfig } from './server-config.ts'
import { ENTRY_KEYS, toServerConfig } from './server-entry.ts'

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
      warn([section, name], 'a server of this name was defined before; this one is left out.', name)
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
  warnOfReplicas(servers, warn)
  return Object.freeze({
    servers: Object.freeze(servers),
    disabled: Object.freeze(disabled),
    failures: Object.freeze(failures),
    warnings: Object.freeze(warnings),
  })
}

/** What stands in for a server that is not there may be a slip. */
function warnOfReplicas(
  servers: readonly McpServerConfig[],
  warn: (path: ConfigPath, message: string, server: string) => void,
): void {
  const originals = servers.filter(({ replicaOf }) => replicaOf === undefined).map(({ name }) => name)
  for (const { name, replicaOf, origin } of servers) {
    if (replicaOf === undefined || origin === undefined || originals.includes(replicaOf)) continue
    const message = `there is no server ${quote(replicaOf)} here that stands for itself; this one's tools get that name all the same.`
    warn([origin.section, name, 'replicaOf'], message, name)
  }
}

interface EntryContext extends ReadingContext {
  readonly place: PlaceFinder
  readonly warn: (path: ConfigPath, message: string, server: string) => void
}

function readServer(raw: RawEntry, context: EntryContext): McpServerConfig {
  const { section, name } = raw
  const at = (path: ConfigPath) => context.place([section, name, ...path], name)
  const warn = (path: ConfigPath, message: string): void =>
    context.warn([section, name, ...path], message, name)

  warnOfUnknownKeys(raw.value, warn)
  const filled = interpolate(withoutNulls(raw.value), context.environment, context.predefined)
  if ('problem' in filled) throw variableError(filled, at(filled.path))
  const { line } = at([])
  const origin = { source: context.source, section, key: name, ...(line === undefined ? {} : { line }) }
  const config = toServerConfig(filled.value, { name, origin, secrets: filled.inserted, warn })
  if ('problem' in config) throw refuse(at(config.path), `${config.problem}.`)
  const fault = configFault(config)
  if (fault !== undefined) throw refuse(at(fault.path[0] === 'name' ? [] : fault.path), `${fault.problem}.`)
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
  place: ConfigPlace,
): McpConfigError | McpVariableMissingError {
  const where = `server ${quote(place.server)}`
  if (problem.problem === 'foreign') {
    const marker = quote(problem.marker)
    return refuse(place, `${where} uses ${marker}, which cannot be asked for here. Use \${VARIABLE}.`)
  }
  const { variable } = problem
  const advice = `Set it, or write \${${variable}:-default}.`
  const message = `${describePlace(place)}: ${where} needs the environment variable ${variable}. ${advice}`
  return new McpVariableMissingError(message, { ...place, variable })
}

/** The maps of servers a configuration may have, in the order in which they are read. */
const SECTIONS: readonly string[] = ['mcpServers', 'servers', 'mcp']
/** Members next to those maps that mean nothing here. */
const NEIGHBOURS: readonly string[] = ['$schema', 'inputs']

/** One server's entry as the configuration has it. */
interface RawEntry {
  readonly section: string
  readonly name: string
  readonly value: JsonValue
}

/** The entries of a configuration, and what looks like a slip around them. */
interface RawConfig {
  readonly entries: readonly RawEntry[]
  readonly slips: readonly { readonly path: ConfigPath; readonly message: string }[]
}

/**
 * Finds the maps of servers in a configuration. Other members belong to the program whose file it is, so they
 * are a slip only when they look like the name of such a map.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when there is no map, or it is something else.
 */
function findEntries(document: ConfigDocument, place: PlaceFinder): RawConfig {
  const root = document.value
  if (!isJsonObject(root)) throw refuse(place([]), `an object is needed, not ${quote(root)}.`)
  const present = SECTIONS.filter((section) => Object.hasOwn(root, section))
  const slips = misnamedSections(root)
  if (present.length === 0) {
    const problem = `there is no map of servers; one of ${SECTIONS.join(', ')} is needed.`
    throw refuse(place([]), `${problem}${hintForMissingMap(root, slips)}`)
  }
  const repeated = (document.duplicates ?? [])
    .filter(([section]) => present.includes(String(section)))
    .map((path) => ({ path, message: 'this member is repeated; the last one counts.' }))
  return {
    entries: present.flatMap((section) => listSection(root[section], section, place)),
    slips: [...slips, ...repeated],
  }
}

function hintForMissingMap(root: JsonObject, slips: RawConfig['slips']): string {
  if (isServerLike(root)) return ' This looks like one server; write { "mcpServers": { "its-name": { … } } }.'
  if (slips[0] !== undefined) return ` Was ${quote(slips[0].path[0])} meant to be one?`
  const servers = Object.values(root)
  if (servers.length === 0 || !servers.every(isServerLike)) return ''
  return ' This looks like the map itself; write { "mcpServers": { … } }.'
}

function isServerLike(value: unknown): boolean {
  return (
    isJsonObject(value) && ['command', 'url', 'skills'].some((member) => typeof value[member] === 'string')
  )
}

function misnamedSections(root: JsonObject): RawConfig['slips'] {
  return Object.keys(root).flatMap((key) => {
    if (SECTIONS.includes(key) || NEIGHBOURS.includes(key)) return []
    const [meant] = nearestNames(key, SECTIONS, { beginnings: false })
    return meant === undefined ? [] : [{ path: [key], message: `this is not read; "${meant}" is.` }]
  })
}

/** Only the maps are copied and held to limits; the rest of a file is its own program's business. */
function listSection(value: unknown, section: string, place: PlaceFinder): readonly RawEntry[] {
  let map: JsonValue
  try {
    map = copyJson(value)
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    throw refuse(place([section]), error.message)
  }
  if (!isJsonObject(map)) throw refuse(place([section]), 'an object from names to servers is needed.')
  if (section === 'mcp' && isLoomBlock(map)) throw refuse(place([section]), LOOM_HINT)
  return Object.entries(map).map(([name, entry]) => ({ section, name, value: entry }))
}

const LOOM_HINT = 'this is the block of a Loom server; read the file with readLoomConfig of @toolscout/loom.'

/** Loom puts its servers one level deeper; a server of that name has a way to be reached. */
function isLoomBlock({ servers }: JsonObject): boolean {
  return isJsonObject(servers) && !['type', 'command', 'url'].some((member) => Object.hasOwn(servers, member))
}

function refuse(at: ConfigPlace, problem: string): McpConfigError {
  return new McpConfigError(`${describePlace(at)}: ${problem}`, at)
}
