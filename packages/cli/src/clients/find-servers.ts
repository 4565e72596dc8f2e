import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { parseDocument, readWhole } from '../edit/read-document.ts'
import type { CliHost } from '../host.ts'
import { CLIENTS, type ClientFile, clientFiles } from './client-files.ts'
import { type HiddenSecret, hideSecrets } from './hide-secrets.ts'
import { startsToolscout } from './launch.ts'
import { fillHome, toEntry } from './to-entry.ts'

/** A server another program has, in our words and without secrets. */
export interface FoundServer {
  readonly name: string
  readonly client: string
  readonly file: string
  readonly entry: JsonObject
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
    let text: string | undefined
    let document: unknown
    try {
      text = await readWhole(place.file)
      document = await parseDocument(text ?? '', place.file)
    } catch (error) {
      problems.push(`${CLIENTS[place.id]}: ${messageOf(error)}`)
      continue
    }
    if (text === undefined) continue
    files.push(place.file)
    for (const found of serversIn(document, place, host)) {
      const first = servers.get(found.name)
      if (first === undefined) servers.set(found.name, found)
      else if (JSON.stringify(first.entry) !== JSON.stringify(found.entry)) passed.push(found)
    }
  }
  return { servers: [...servers.values()], files, problems, passed }
}

function serversIn(document: unknown, { id, file, maps }: ClientFile, host: CliHost): readonly FoundServer[] {
  return maps.flatMap((path) => {
    let map = document
    for (const step of path) map = isJsonObject(map) && Object.hasOwn(map, step) ? map[step] : undefined
    if (!isJsonObject(map)) return []
    return Object.entries(map).flatMap(([name, value]) => {
      const taken = toEntry(value)
      // One that is us would start itself.
      if (taken === undefined || startsToolscout(value, host.program?.script)) return []
      return [{ name, client: CLIENTS[id], file, ...hideSecrets(name, fillHome(taken, host.home)) }]
    })
  })
}
