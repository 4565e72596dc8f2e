import { parseMcpServers } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ConfigEditor } from '../config/edit-config.ts'
import { sameJson } from '../edit/server-map.ts'
import type { CliHost } from '../host.ts'
import { LoginFolder } from '../login/login-folder.ts'
import { CLIENTS, type ClientFile } from './client-files.ts'
import { hideSecrets } from './hide-secrets.ts'
import { fillHome, toEntry, unknownMembers } from './to-entry.ts'

/** A server that may leave a program's file, as our own file has it then. */
export interface PlannedMove {
  readonly name: string
  readonly entry: JsonObject
}

/** What becomes of the other servers in a program's file. */
export interface MovePlan {
  readonly moves: readonly PlannedMove[]
  /** Servers that would not be what they were anywhere else, and why. */
  readonly stays: readonly { readonly name: string; readonly why: string }[]
}

/** Where a server comes from and goes to. */
interface MovePlaces {
  readonly place: ClientFile
  readonly host: CliHost
  readonly own: ConfigEditor
}

/**
 * Decides which servers of a program can be behind us: those that need nothing of it. A value goes along, literal ones
 * too, since it leaves the other file.
 */
export async function planMoves(servers: JsonObject, places: MovePlaces): Promise<MovePlan> {
  const moves: PlannedMove[] = []
  const stays: { name: string; why: string }[] = []
  for (const [name, value] of Object.entries(servers)) {
    const given = toEntry(value)
    if (given === undefined) {
      stays.push({ name, why: 'it has no command and no url' })
      continue
    }
    const entry = fillHome(given, places.host.home)
    const why =
      needOf(value as JsonObject, entry, places.place) ??
      loginOf(entry, places) ??
      (await conflictOf(name, entry, places))
    if (why === undefined) moves.push({ name, entry })
    else stays.push({ name, why })
  }
  return { moves, stays }
}

const ONLY_THERE = /\$\{(?:input|command|config):[^}]*\}|\{file:[^}]*\}/
const OF_FOLDER = /\$\{(?:workspaceFolder|workspaceRoot|pathSeparator|\/)[^}]*\}/

/** What its entry needs of its program. */
function needOf(value: JsonObject, entry: JsonObject, { id, scope }: ClientFile): string | undefined {
  if (entry.disabled === true) return 'it is switched off'
  const text = JSON.stringify(entry)
  const [marker] = ONLY_THERE.exec(text) ?? (scope === 'user' ? OF_FOLDER.exec(text) : null) ?? []
  if (marker !== undefined) return `only ${CLIENTS[id]} fills in ${marker}`
  const [member] = unknownMembers(value)
  return member === undefined ? undefined : `only ${CLIENTS[id]} reads "${member}"`
}

/** A login that its program may have and we have not; one with headers has what it needs in them. */
function loginOf({ url, headers }: JsonObject, { place, host }: MovePlaces): string | undefined {
  if (typeof url !== 'string' || isJsonObject(headers)) return undefined
  const isOurs = URL.canParse(url) && new LoginFolder(host).has(url)
  return isOurs ? undefined : `${CLIENTS[place.id]} may be logged in to it, and Toolscout is not`
}

/** What keeps it out of our own file. */
async function conflictOf(
  name: string,
  entry: JsonObject,
  { place, host, own }: MovePlaces,
): Promise<string | undefined> {
  const there = own.entry(name)
  // What was copied without its secrets gets them now.
  const isKnown =
    there === undefined || [entry, hideSecrets(name, entry).entry].some((one) => sameJson(one, there))
  if (!isKnown) return 'Toolscout has another server of this name'
  const { failures } = await parseMcpServers(
    { mcpServers: { [name]: entry } },
    { source: place.file, env: host.env },
  )
  const [failure] = failures
  if (failure === undefined || failure.error.code === 'MCP_VARIABLE_MISSING') return undefined
  return 'its entry is not one Toolscout can start'
}
