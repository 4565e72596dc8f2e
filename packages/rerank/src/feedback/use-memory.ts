/** How much a tool was used after a word. */
export interface UsePair {
  readonly word: string
  readonly toolId: string
  /** Uses, each counted by half for every half-life that has passed since, as of `atMs`. */
  readonly weight: number
  readonly atMs: number
}

/** A bounded set of pairs, by word and tool; the one that was put least recently goes first. */
export interface UseMemory {
  readonly size: number
  readonly get: (word: string, toolId: string) => UsePair | undefined
  readonly put: (pair: UsePair) => void
  /** The pairs of a word. */
  readonly of: (word: string) => readonly UsePair[]
  /** All pairs, the one that was put least recently first. */
  readonly list: () => readonly UsePair[]
}

/** Creates an empty memory of at most `maxPairs`. */
export function createUseMemory(maxPairs: number): UseMemory {
  const pairs = new Map<string, UsePair>()
  const byWord = new Map<string, Map<string, UsePair>>()
  // No word holds a space.
  const keyOf = (word: string, toolId: string): string => `${word} ${toolId}`

  const drop = (key: string, { word, toolId }: UsePair): void => {
    pairs.delete(key)
    const tools = byWord.get(word)
    tools?.delete(toolId)
    if (tools?.size === 0) byWord.delete(word)
  }
  return {
    get size() {
      return pairs.size
    },
    get: (word, toolId) => pairs.get(keyOf(word, toolId)),
    put: (pair) => {
      const { word, toolId } = pair
      const key = keyOf(word, toolId)
      pairs.delete(key)
      pairs.set(key, pair)
      const tools = byWord.get(word) ?? new Map<string, UsePair>()
      tools.set(toolId, pair)
      byWord.set(word, tools)
      for (const [oldest, gone] of pairs) {
        if (pairs.size <= maxPairs) break
        drop(oldest, gone)
      }
    },
    of: (word) => [...(byWord.get(word)?.values() ?? [])],
    list: () => [...pairs.values()],
  }
}
