import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import type { CorpusTool } from './corpus-tool.ts'

/** What a name or namespace may not hold. */
const NOT_OF_NAMES = /[^A-Za-z0-9_.-]+/g

/**
 * Reads the tools of a folder of catalogs: files `.jsonl` with a tool a line, and `.json` with `servers`, the tools of
 * each by its name. Of several servers of one name that have the same tool, the further ones get a number.
 *
 * @throws RangeError when a file cannot be read, or no file has a tool.
 */
export async function readCatalogs(folder: string): Promise<readonly CorpusTool[]> {
  const tools = new Map<string, CorpusTool>()
  try {
    const files = (await readdir(folder)).filter((file) => /\.jsonl?$/.test(file))
    for (const file of files.sort()) {
      for (const given of toolsOf(file, await readFile(join(folder, file), 'utf8'))) {
        const tool = toCorpusTool(given, tools)
        if (tool !== undefined) tools.set(tool.id, tool)
      }
    }
  } catch (error) {
    throw new RangeError(`The catalogs of ${folder} cannot be read: ${messageOf(error)}`)
  }
  if (tools.size === 0) throw new RangeError(`No file of ${folder} is a catalog with a tool.`)
  return [...tools.values()]
}

function toolsOf(file: string, text: string): readonly unknown[] {
  if (file.endsWith('.jsonl')) {
    return text.split('\n').flatMap((line): unknown => (line.trim() === '' ? [] : JSON.parse(line)))
  }
  const whole: unknown = JSON.parse(text)
  const servers = isJsonObject(whole) && isJsonObject(whole.servers) ? Object.entries(whole.servers) : []
  return servers.flatMap(([namespace, tools]) =>
    (Array.isArray(tools) ? tools : []).map((tool: unknown) => ({ ...(tool as object), namespace })),
  )
}

function toCorpusTool(given: unknown, known: ReadonlyMap<string, CorpusTool>): CorpusTool | undefined {
  if (!isJsonObject(given)) return undefined
  const { name: named, namespace: server, title, description, inputSchema, tags } = given
  const name = toName(named)
  let namespace = toName(server)
  if (name === '' || namespace === '') return undefined
  while (known.has(`${namespace}:${name}`)) namespace += '-2'
  return {
    id: `${namespace}:${name}`,
    name,
    namespace,
    ...(typeof title === 'string' ? { title } : {}),
    description: typeof description === 'string' ? description : '',
    inputSchema: isJsonObject(inputSchema) ? (inputSchema as JsonObject) : { type: 'object' },
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  }
}

/** A name or namespace as it can be registered; empty when there is none. */
export function toName(text: unknown): string {
  return typeof text === 'string' ? text.replace(NOT_OF_NAMES, '_').slice(0, 100) : ''
}
