import type { SearchDocument } from '@toolscout/model'

/** A document as the index of embeddings knows it. */
export interface Entry {
  readonly id: string
  /** Absent once a local embedder has seen them: its model stays, and the texts of all tools are not kept for nothing. */
  readonly fields: SearchDocument['fields'] | undefined
  /** What the vector depends on, or a hash of it: where it is the same, so is the vector. */
  readonly content: string
  /** How often it was in a batch that failed. */
  readonly failures: number
}

/** Documents that wait for a vector, in the order in which their turn comes. */
export interface Pending {
  readonly size: () => number
  readonly add: (entry: Entry) => void
  readonly remove: (entry: Entry) => void
  readonly clear: () => void
  /** Takes the next ones: at most `most` different contents, with all documents that have them. */
  readonly take: (most: number) => readonly Entry[]
}

/**
 * Keeps documents in line. One that was in a batch that failed stands at the end and comes in a batch half as large,
 * so that one text that an embedder cannot take ends up alone, and the others get their vectors.
 */
export function createPending(): Pending {
  const line = new Set<Entry>()
  return {
    size: () => line.size,
    add: (entry) => line.add(entry),
    remove: (entry) => line.delete(entry),
    clear: () => line.clear(),
    take: (most) => {
      const taken: Entry[] = []
      const contents = new Set<string>()
      let limit = most
      for (const entry of line) {
        limit = Math.min(limit, Math.max(1, Math.floor(most / 2 ** entry.failures)))
        if (contents.size >= limit && !contents.has(entry.content)) break
        contents.add(entry.content)
        taken.push(entry)
      }
      for (const entry of taken) line.delete(entry)
      return taken
    },
  }
}
