import type { RegisteredTool, ToolIndex } from '@toolscout/index'
import { quote, ToolNotFoundError } from '@toolscout/model'

/** How many ids that exist are offered for one that does not. */
const MAX_SUGGESTIONS = 3

/**
 * The tool a reference means.
 *
 * @throws ToolNotFoundError `TOOL_NOT_FOUND` with the ids that match the reference's words best.
 */
export async function resolveReference(index: ToolIndex, reference: string): Promise<RegisteredTool> {
  const found = index.resolve(reference)
  if (found !== undefined) return found
  const suggestions = await suggest(index, reference)
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
  throw new ToolNotFoundError(`There is no tool ${quote(reference)}.${hint}`, reference, suggestions)
}

async function suggest(index: ToolIndex, reference: string): Promise<readonly string[]> {
  if (reference.trim() === '') return []
  try {
    const { hits } = await index.search(reference.slice(0, 256), { limit: MAX_SUGGESTIONS })
    return hits.map(({ id }) => id)
  } catch {
    // A searcher that cannot read the reference (such as one of patterns) has nothing to suggest.
    return []
  }
}
