import type { Explanation } from '@toolscout/model'
import { isJsonObject, toShownText } from '@toolscout/model/internal'

/** Longest label, in code points: it may hold the whole query. */
const MAX_LABEL_LENGTH = 5_000
/** Numbers in one explanation; ours has some twenty for each word of a query. */
const MAX_NODES = 20_000
/** Levels of an explanation; ours has fewer than twenty. */
const MAX_DEPTH = 64

/** Reads an explanation of any searcher into a frozen one within bounds; `undefined` for what is none. */
export function readExplanation(given: unknown): Explanation | undefined {
  let nodes = 0
  const read = (node: unknown, depth: number): Explanation | undefined => {
    nodes += 1
    if (!isJsonObject(node) || nodes > MAX_NODES || depth > MAX_DEPTH) return undefined
    const { label, value, children } = node
    if (typeof label !== 'string' || typeof value !== 'number' || !Number.isFinite(value)) return undefined
    const own = { label: toShownText(label, MAX_LABEL_LENGTH), value }
    if (children === undefined) return Object.freeze(own)
    if (!Array.isArray(children)) return undefined
    const parts: Explanation[] = []
    for (const child of children) {
      const part = read(child, depth + 1)
      if (part === undefined) return undefined
      parts.push(part)
    }
    return Object.freeze({ ...own, children: Object.freeze(parts) })
  }
  return read(given, 1)
}
