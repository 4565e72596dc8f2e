import { type Tool, ToolNotFoundError } from '@toolscout/model'
import { nearestNames, quote } from '@toolscout/model/internal'
import type { ToolDocInput, ToolDocStore } from '@toolscout/tooldoc'
import { createToolDocStore } from '@toolscout/tooldoc/internal'

/** Docs that were tried on a store of their own. */
export interface TriedDocs extends Pick<ToolDocStore, 'searchNotes'> {
  /** The docs by the ids of their tools. */
  readonly docs: ReadonlyMap<string, ToolDocInput>
}

/**
 * Tries docs on a store of their own, so that a bad one keeps everything out.
 *
 * @throws ToolNotFoundError `TOOL_NOT_FOUND` for a doc of a tool that is not among them.
 */
export async function tryDocs(
  tools: readonly Tool[],
  docs: { readonly [tool: string]: ToolDocInput },
): Promise<TriedDocs> {
  const byKey = toolsByKey(tools)
  const trial = createToolDocStore({ getTool: (id) => byKey.get(id) })
  const byId = new Map<string, ToolDocInput>()
  for (const [key, doc] of Object.entries(docs)) {
    const tool = byKey.get(key)
    if (tool === undefined) throw strayDoc(key, [...byKey.keys()])
    await trial.register(tool.id, doc)
    byId.set(tool.id, doc)
  }
  return { docs: byId, searchNotes: trial.searchNotes }
}

function strayDoc(key: string, known: readonly string[]): ToolNotFoundError {
  const near = nearestNames(key, known, { max: 3 })
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
  const message = `There is a tool doc for ${quote(key)}, which is neither the id nor the name of one tool registered with it.${hint}`
  return new ToolNotFoundError(message, key, near)
}

/** Tools by id, and by name where the name is unique and not an id. */
function toolsByKey(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byKey = new Map<string, Tool>()
  const shared = new Set<string>()
  for (const tool of tools) {
    if (byKey.has(tool.name)) shared.add(tool.name)
    byKey.set(tool.name, tool)
  }
  for (const name of shared) byKey.delete(name)
  for (const tool of tools) byKey.set(tool.id, tool)
  return byKey
}
