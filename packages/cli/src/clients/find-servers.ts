import { MAX_CONFIG_BYTES, parseJsonc } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { readText } from '../config/read-layer.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { type ClientFile, clientFiles, toEntry } from './client-files.ts'
import { type HiddenSecret, hideSecrets } from './hide-secrets.ts'

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
    let document: unknown
    try {
      document = await readDocument(place)
    } catch (error) {
      const cannot = error instanceof CliError ? '' : `${place.file} cannot be read: `
      problems.push(`${place.client}: ${cannot}${messageOf(error)}`)
      continue
    }
    if (document === undefined) continue
    files.push(place.file)
    for (const found of serversIn(document, place, host.home)) {
      const first = servers.get(found.name)
      if (first === undefined) servers.set(found.name, found)
      else if (JSON.stringify(first.entry) !== JSON.stringify(found.entry)) passed.push(found)
    }
  }
  return { servers: [...servers.values()], files, problems, passed }
}

function serversIn(document: unknown, place: ClientFile, home: string): readonly FoundServer[] {
  const { client, file, maps } = place
  return maps.flatMap((path) => {
    let map = document
    for (const step of path) map = isJsonObject(map) && Object.hasOwn(map, step) ? map[step] : undefined
    if (!isJsonObject(map)) return []
    return Object.entries(map).flatMap(([name, value]) => {
      const taken = toEntry(value)
      if (taken === undefined) return []
      return [{ name, client, file, ...hideSecrets(name, fillHome(taken, home)) }]
    })
  })
}

/** `undefined` when there is no such file. */
async function readDocument({ file }: ClientFile): Promise<unknown> {
  // Claude Code keeps its history in the same file.
  const text = await readText(file, 64 * MAX_CONFIG_BYTES)
  if (text === undefined) return undefined
  if (file.endsWith('.toml')) return (await import('smol-toml')).parse(text)
  const document = await parseJsonc(text)
  if (!('problem' in document)) return document.value
  const { problem, line, column } = document
  throw new SyntaxError(`${problem} at line ${line}, column ${column}.`)
}

/** VS Code's word for the home folder. */
function fillHome(entry: JsonObject, home: string): JsonObject {
  const inJson = JSON.stringify(home).slice(1, -1)
  return JSON.parse(JSON.stringify(entry).replaceAll(`$${'{userHome}'}`, () => inJson)) as JsonObject
}
