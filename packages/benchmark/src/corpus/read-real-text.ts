import { readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { listJudgmentFolders } from '@toolscout/evaluation/internal'
import type { JsonObject } from '@toolscout/model'
import type { CorpusTool } from './corpus-tool.ts'
import { createRandom, type Random } from './random.ts'
import { readCatalogs, toName } from './read-catalogs.ts'
import type { RealText } from './recombine-tools.ts'

/** The stream of the order of tools and requests. */
const ORDER_STREAM = 0xffff_fe00
/**
 * Reads the tools and requests of folders of judged sets; the small set of the repository without folders. With a folder
 * of catalogs the tools are those, in their order, and the sets give the requests.
 *
 * Rejects as the readers of the evaluation package do, and {@link readCatalogs}.
 */
export async function readRealText(
  folders: readonly string[],
  seed: number,
  catalogs?: string | undefined,
): Promise<RealText> {
  const listed = catalogs === undefined ? undefined : await readCatalogs(catalogs)
  const given = folders.length === 0 ? [STARTER_SET] : folders
  const tools = new Map<string, CorpusTool>()
  const requests: (readonly string[])[] = []
  const random = createRandom(seed, ORDER_STREAM)
  for (const folder of new Set((await Promise.all(given.map(listJudgmentFolders))).flat())) {
    const set = await readJudgments(folder)
    for (const tool of set.tools) {
      const name = toName(tool.name)
      const namespace = toName(tool.namespace ?? set.name)
      if (name === '' || namespace === '') continue
      const id = `${namespace}:${name}`
      const { title, description = '', tags = [] } = tool
      const inputSchema = (tool.inputSchema ?? { type: 'object' }) as JsonObject
      const real = { id, name, namespace, description, inputSchema, tags }
      tools.set(id, title === undefined ? real : { ...real, title })
    }
    requests.push(
      shuffled(
        set.queries.map(({ text }) => text),
        random,
      ),
    )
  }
  return { tools: listed ?? shuffled([...tools.values()], random), requests: byTurns(requests) }
}

/** In another order, the same for the same numbers (Fisher and Yates). */
function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const left = [...items]
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[left[at], left[other]] = [left[other] as Item, left[at] as Item]
  }
  return left
}

/** The first of each list, then the second of each, and so on; each text once. */
function byTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const texts = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()
  return [...new Set(texts)]
}
