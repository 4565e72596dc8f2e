import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolDefinition } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { EvaluationFileMissingError, InvalidEvaluationFileError } from '../errors.ts'
import type { CatalogTool } from './judgments.ts'
import { type JsonLine, type NamedText, orMissing, parseJsonLines, readText } from './lines.ts'

/** Members that may be absent, and the type they have otherwise. */
const TEXT_MEMBERS = ['namespace', 'version', 'title', 'description'] as const

/**
 * Reads a corpus: a tool a line, as `{ id, name, namespace, description, inputSchema, tags, … }`. Everything but
 * `id` and `name` may be absent; an absent schema takes any object, an empty namespace is none. Further members of
 * a tool definition, such as `outputSchema`, are kept.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseCatalog(corpus: NamedText): readonly CatalogTool[] {
  return Object.freeze(parseJsonLines(corpus).map(toCatalogTool))
}

function toCatalogTool({ record, id, refuse }: JsonLine): CatalogTool {
  const { _id, namespace, inputSchema, ...members } = record
  if (typeof record.name !== 'string' || record.name === '') {
    throw refuse(`name is ${quote(record.name)}; a text is needed.`)
  }
  for (const member of TEXT_MEMBERS) {
    const value = record[member]
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw refuse(`${member} is ${quote(value)}; a text is needed.`)
    }
  }
  if (inputSchema !== undefined && inputSchema !== null && !isJsonObject(inputSchema)) {
    throw refuse(`inputSchema is ${quote(inputSchema)}; a JSON Schema object is needed.`)
  }
  if (record.tags !== undefined && !isTextList(record.tags)) {
    throw refuse(`tags is ${quote(record.tags)}; a list of texts is needed.`)
  }
  return Object.freeze({
    ...(withoutNulls(members) as unknown as ToolDefinition),
    id,
    inputSchema: inputSchema ?? { type: 'object' },
    ...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {}),
  })
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function withoutNulls(members: { readonly [member: string]: unknown }): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}

/** Files of a folder of sets that are no catalogs. */
const NO_CATALOGS: ReadonlySet<string> = new Set(['queries.jsonl', 'unanswerable.jsonl'])

/**
 * Reads all catalogs of a folder as one, or those of a single file: every `*.jsonl` with a tool a line, and every `*.json` of the form
 * `{ servers: { name: [tools] } }`, whose tools get their server as namespace. Other files are left alone. Where
 * catalogs have the same id, the first one in the order of file names stays.
 *
 * Rejects with InvalidEvaluationFileError `INVALID_EVALUATION_FILE`, naming file and line, and
 * EvaluationFileMissingError `EVALUATION_FILE_MISSING` when there is no such folder or file or no tool in it.
 */
export async function readCatalogs(place: string): Promise<readonly CatalogTool[]> {
  const byId = new Map<string, CatalogTool>()
  for (const file of await listFiles(place)) {
    const text = await readText(file)
    const tools = file.endsWith('.json') ? parseServers(text) : parseCatalog(text)
    for (const tool of tools) if (!byId.has(tool.id)) byId.set(tool.id, tool)
  }
  if (byId.size > 0) return Object.freeze([...byId.values()])
  throw new EvaluationFileMissingError(
    `${place} holds no catalog: no *.jsonl, no *.json with servers.`,
    place,
  )
}

/**
 * Reads `{ servers: { name: [tools] } }`, each tool as its server lists it; ids are `server/name`. Gives nothing
 * for JSON of another form.
 */
function parseServers({ file, text }: NamedText): readonly CatalogTool[] {
  const json = parseJson({ file, text })
  const servers = isJsonObject(json) ? json.servers : undefined
  if (!isJsonObject(servers)) return []
  return Object.entries(servers).flatMap(([namespace, tools]) => {
    if (!Array.isArray(tools)) return []
    return tools.map((tool: unknown): CatalogTool => {
      const definition = tool as ToolDefinition
      if (isJsonObject(tool) && typeof tool.name === 'string') {
        return Object.freeze({ ...definition, namespace, id: `${namespace}/${definition.name}` })
      }
      throw new InvalidEvaluationFileError(
        `a tool of the server ${quote(namespace)} is ${quote(tool)}; an object with a name is needed.`,
        { file, line: 1 },
      )
    })
  })
}

function parseJson({ file, text }: NamedText): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidEvaluationFileError('this is no JSON.', { file, line: 1 }, error)
  }
}

async function listFiles(place: string): Promise<readonly string[]> {
  if ((await orMissing(place, stat(place))).isFile()) return [place]
  const names = await orMissing(place, readdir(place))
  return names
    .filter((name) => /\.jsonl?$/.test(name) && !NO_CATALOGS.has(name))
    .sort()
    .map((name) => join(place, name))
}
