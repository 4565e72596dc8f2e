import { parseMcpServers } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ConfigEditor } from '../config/edit-config.ts'
import { sameJson } from '../edit/server-map.ts'
import type { CliHost } from '../host.ts'
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

/**
 * Decides which servers of a program can be behind us: those that need nothing of it. A value goes along, literal ones
 * too, since it leaves the other file.
 */
export async function planMoves(
  servers: JsonObject,
  place: ClientFile,
  { host, own }: { readonly host: CliHost; readonly own: ConfigEditor },
): Promise<MovePlan> {
  const moves: PlannedMove[] = []
  const stays: { name: string; why: string }[] = []
  for (const [name, value] of Object.entries(servers)) {
    const entry = toEntry(value)
    const moved = entry && fillHome(entry, host.home)
    const why =
      moved === undefined ? NO_SERVER : await whyStays(name, value as JsonObject, moved, { place, host, own })
    if (moved === undefined || why !== undefined) stays.push({ name, why: why ?? NO_SERVER })
    else moves.push({ name, entry: moved })
  }
  return { moves, stays }
}

const NO_SERVER = 'it has no command and no url'
const ONLY_THERE = /\$\{(?:input|command|config):[^}]*\}|\{file:[^}]*\}/
const OF_FOLDER = /\$\{(?:workspaceFolder|workspaceRoot|pathSeparator|\/)[^}]*\}/

async function whyStays(
  name: string,
  value: JsonObject,
  entry: JsonObject,
  { place, host, own }: { readonly place: ClientFile; readonly host: CliHost; readonly own: ConfigEditor },
): Promise<string | undefined> {
  const client = CLIENTS[place.id]
  if (entry.disabled === true) return 'it is switched off'
  const text = JSON.stringify(entry)
  const [marker] = ONLY_THERE.exec(text) ?? (place.scope === 'user' ? OF_FOLDER.exec(text) : null) ?? []
  if (marker !== undefined) return `only ${client} fills in ${marker}`
  const [unknown] = unknownMembers(value)
  if (unknown !== undefined) return `only ${client} reads "${unknown}"`
  if (entry.url !== undefined && !isJsonObject(entry.headers)) return `${client} may be logged in to it`
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
