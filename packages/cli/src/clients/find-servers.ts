import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { readWhole } from '../config/read-text.ts'
import type { MapPath } from '../edit/map-format.ts'
import { parseDocument } from '../edit/read-document.ts'
import type { CliHost } from '../host.ts'
import { CLIENTS, type ClientFile, type ClientId, type ClientScope, clientFiles } from './client-files.ts'
import { type HiddenSecret, hideSecrets } from './hide-secrets.ts'
import { startsToolscout } from './launch.ts'
import { fillHome, toEntry } from './to-entry.ts'

/** A server another program has, in our words and without secrets. */
export interface FoundServer {
  readonly name: string
  readonly id: ClientId
  readonly scope: ClientScope
  readonly client: string
  readonly file: string
  readonly entry: JsonObject
  /** The same with its values. */
  readonly whole: JsonObject
  /** Values that stay where they are; the entry names a variable for each. */
  readonly secrets: readonly HiddenSecret[]
}

/** What was found in the files of other programs. */
export interface FoundServers {
  /** Each name once; what counts more comes first. */
  readonly servers: readonly FoundServer[]
  /** Files that are there, whether or not they hold servers. */
  readonly files: readonly string[]
  /** Files that cannot be read, a sentence each. */
  readonly problems: readonly string[]
  /** Servers of a name that was found before, and differ from it. */
  readonly passed: readonly Pick<FoundServer, 'name' | 'client' | 'file'>[]
}

/** Looks into the files of all other programs. Never rejects: a file that cannot be read is reported as a problem. */
export async function findServers(host: CliHost): Promise<FoundServers> {
  const servers = new Map<string, FoundServer>()
  const files: string[] = []
  const problems: string[] = []
  const passed: FoundServer[] = []
  for (const place of clientFiles(host)) {
    const read = await readServers(place, host)
    if ('problem' in read) problems.push(`${CLIENTS[place.id]}: ${read.problem}`)
    if ('problem' in read || !read.isThere) continue
    files.push(place.file)
    for (const { name, entry: whole } of read.servers) {
      const { id, scope, file } = place
      const found = { name, id, scope, file, client: CLIENTS[id], whole, ...hideSecrets(name, whole) }
      const first = servers.get(name)
      if (first === undefined) servers.set(name, found)
      else if (JSON.stringify(first.whole) !== JSON.stringify(whole)) passed.push(found)
    }
  }
  return { servers: [...servers.values()], files, problems, passed }
}

/** Servers of one file, in our words and with their values. */
export async function readServers(
  { file, maps }: ClientFile,
  host: CliHost,
): Promise<
  | {
      readonly isThere: boolean
      readonly servers: readonly { readonly name: string; readonly entry: JsonObject }[]
    }
  | { readonly problem: string }
> {
  try {
    const text = await readWhole(file)
    const document = await parseDocument(text ?? '', file)
    return { isThere: text !== undefined, servers: maps.flatMap((path) => serversIn(document, path, host)) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

function serversIn(
  document: unknown,
  path: MapPath,
  { home, program }: CliHost,
): readonly { readonly name: string; readonly entry: JsonObject }[] {
  let map = document
  for (const step of path) map = isJsonObject(map) && Object.hasOwn(map, step) ? map[step] : undefined
  if (!isJsonObject(map)) return []
  return Object.entries(map).flatMap(([name, value]) => {
    const taken = toEntry(value)
    // One that is us would start itself.
    if (taken === undefined || startsToolscout(value, program?.script)) return []
    return [{ name, entry: fillHome(taken, home) }]
  })
}
