import { InvalidJsonError, type JsonObject, type JsonValue } from '@toolscout/model'
import { copyJson, isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { type ConfigDocument, type ConfigPath, describePlace, type PlaceFinder } from './config-place.ts'
import { McpConfigError } from './errors.ts'

/** The maps of servers a configuration may have, in the order in which they are read. */
const SECTIONS: readonly string[] = ['mcpServers', 'servers', 'mcp']
/** What stands beside those maps and is known to mean nothing here. */
const NEIGHBOURS: readonly string[] = ['$schema', 'inputs']

/** One server's entry as the configuration has it. */
export interface RawEntry {
  readonly section: string
  readonly name: string
  readonly value: JsonValue
}

/** The entries of a configuration, and what looks like a slip around them. */
export interface RawConfig {
  readonly entries: readonly RawEntry[]
  readonly slips: readonly { readonly path: ConfigPath; readonly message: string }[]
}

/**
 * Finds the maps of servers in a configuration. Other members belong to the program whose file it is, so they
 * are a slip only when they look like the name of such a map.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when there is no map, or something else stands in its place.
 */
export function findEntries(document: ConfigDocument, place: PlaceFinder): RawConfig {
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
    .map((path) => ({ path, message: 'this stands here more than once; the last one counts.' }))
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
  return isJsonObject(value) && ['command', 'url'].some((member) => typeof value[member] === 'string')
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

function refuse(at: ReturnType<PlaceFinder>, problem: string): McpConfigError {
  return new McpConfigError(`${describePlace(at)}: ${problem}`, at)
}
