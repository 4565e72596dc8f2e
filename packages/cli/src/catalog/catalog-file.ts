import { open, readFile, stat } from 'node:fs/promises'
import { type JsonObject, toToolJson } from '@toolscout/model'
import { groupBy, isJsonObject, messageOf, parseJson, quote } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'
import type { ServerListing } from './kept-store.ts'

/** Largest file of tools that is read. */
const MAX_CATALOG_BYTES = 268_435_456

/** What tells one state of a file from another. @throws CatalogFileError `CATALOG_FILE_INVALID` when there is no such file, or it is too large. */
export async function statCatalogFile(
  file: string,
): Promise<{ readonly file: string; readonly bytes: number; readonly changedAt: number }> {
  try {
    const { size, mtimeMs } = await stat(file)
    // What the writer of a store has not brought into the file yet.
    const log = await stat(`${file}-wal`).catch(() => undefined)
    const bytes = size + (log?.size ?? 0)
    const changedAt = Math.max(mtimeMs, log?.mtimeMs ?? 0)
    if (bytes <= MAX_CATALOG_BYTES) return { file, bytes, changedAt }
    throw new RangeError(`it has ${bytes} bytes; at most ${MAX_CATALOG_BYTES} are read.`)
  } catch (cause) {
    const message = `The catalog ${file} cannot be read: ${messageOf(cause)}`
    throw new CliError('CATALOG_FILE_INVALID', message, { cause })
  }
}

/**
 * Reads a file of tools: lines of JSON with a tool each, or one JSON value that is a list of tools, the answer of
 * `tools/list`, `{ server, tools }`, a list of those, or `{ servers: { name: tools } }`; or a SQLite store, which another
 * process may be writing to.
 *
 * @throws CatalogFileError `CATALOG_FILE_INVALID` naming the line, or the forms there are.
 */
export async function readCatalogFile(file: string): Promise<readonly ServerListing[]> {
  const { changedAt: listedAt } = await statCatalogFile(file)
  const tools = toolsIn((await readStore(file)) ?? (await readText(file)), '', file)
  const groups = [...groupBy(tools, ({ server }) => server)]
  if (groups.length === 0) throw refuse(file, 'holds no tool')
  return groups.map(([server, own]) => {
    return { server, definitions: own.map(({ definition }) => definition), listedAt }
  })
}

async function readText(file: string): Promise<unknown> {
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  return parseJson(text) ?? parseLines(text, file)
}

/** What every database of SQLite begins with. */
const SQLITE = 'SQLite format 3\0'

/** The tools of a store as they are now; `undefined` for what is no database. Rejects as the store does. */
async function readStore(file: string): Promise<readonly JsonObject[] | undefined> {
  const handle = await open(file, 'r')
  const { buffer } = await handle.read(Buffer.alloc(SQLITE.length), 0).finally(() => handle.close())
  if (buffer.toString('latin1') !== SQLITE) return undefined
  const { openSqliteStore } = await import('@toolscout/store/sqlite')
  const store = await openSqliteStore({ path: file, readOnly: true })
  try {
    const tools: JsonObject[] = []
    for await (const { tool } of store.load()) tools.push(toToolJson(tool))
    return tools
  } finally {
    await store.close()
  }
}

function parseLines(text: string, file: string): readonly unknown[] {
  return text.split('\n').flatMap((line, i): readonly unknown[] => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line)]
    } catch (error) {
      throw refuse(file, `is neither JSON nor, from line ${i + 1} on, JSON Lines: ${messageOf(error)}`)
    }
  })
}

/** The tools of a value in any of the known forms, each with the server that it names or that is named around it. */
function* toolsIn(
  value: unknown,
  server: string,
  file: string,
): Generator<{ readonly server: string; readonly definition: unknown }> {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) yield* toolsIn(item, server, file)
    return
  }
  if (!isJsonObject(value)) throw refuse(file, `holds ${quote(value)} where a tool is needed`)
  const { servers, tools, result, name, namespace } = value
  if (isJsonObject(servers)) {
    for (const [named, listed] of Object.entries(servers))
      yield* toolsIn(isJsonObject(listed) && 'tools' in listed ? listed.tools : listed, named, file)
  } else if (Array.isArray(tools)) {
    yield* toolsIn(tools, typeof value.server === 'string' ? value.server : server, file)
  } else if (isJsonObject(result) && Array.isArray(result.tools)) {
    yield* toolsIn(result.tools, server, file)
  } else if (typeof name === 'string') {
    // A listing of a file names tools by an id of its own; ours is made of server and name.
    const { id: _, _id, ...definition } = value
    yield {
      server: typeof namespace === 'string' && server === '' ? namespace : server,
      definition: { inputSchema: { type: 'object' }, ...definition },
    }
  } else {
    throw refuse(file, `holds ${quote(value)}, which is no tool: it has no name`)
  }
}

function refuse(file: string, what: string): CliError {
  const forms = 'a list of tools, { "tools": […] }, { "servers": { name: […] } }, or a tool a line'
  return new CliError('CATALOG_FILE_INVALID', `${file} ${what}. Known forms are ${forms}.`)
}
