import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, quote, type ToolDefinition } from '@toolscout/model'
import { EvaluationFileMissingError, InvalidEvaluationFileError } from '../errors.ts'
import type { CatalogTool } from './judgments.ts'
import type { NamedText } from './lines.ts'
import { parseCatalog } from './parse-catalog.ts'
import { readText, reasonOf } from './read-text.ts'

/** Files of a folder of sets that are no catalogs. */
const NO_CATALOGS: ReadonlySet<string> = new Set(['queries.jsonl'])

/**
 * Reads all catalogs of a folder as one: every `*.jsonl` with a tool a line, and every `*.json` of the form
 * `{ servers: { name: [tools] } }`, whose tools get their server as namespace. Other files are left alone. Where
 * catalogs have the same id, the first one in the order of file names stays.
 *
 * Rejects with InvalidEvaluationFileError `INVALID_EVALUATION_FILE`, naming file and line, and
 * EvaluationFileMissingError `EVALUATION_FILE_MISSING` when there is no such folder or no tool in it.
 */
export async function readCatalogs(folder: string): Promise<readonly CatalogTool[]> {
  const byId = new Map<string, CatalogTool>()
  for (const name of await listFiles(folder)) {
    const text = await readText(join(folder, name))
    const tools = name.endsWith('.json') ? parseServers(text) : parseCatalog(text)
    for (const tool of tools) if (!byId.has(tool.id)) byId.set(tool.id, tool)
  }
  if (byId.size > 0) return Object.freeze([...byId.values()])
  throw new EvaluationFileMissingError(
    `${folder} holds no catalog: no *.jsonl, no *.json with servers.`,
    folder,
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

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => /\.jsonl?$/.test(name) && !NO_CATALOGS.has(name)).sort()
  } catch (error) {
    throw new EvaluationFileMissingError(`${folder} cannot be read: ${reasonOf(error)}.`, folder, error)
  }
}
