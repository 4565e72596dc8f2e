/** A tool of a server, as far as it is compared with those of other servers. */
export interface ComparedTool {
  readonly server: string
  readonly name: string
  readonly description?: string | undefined
}

/** What two servers have in common. */
export interface ServerOverlap {
  readonly servers: readonly [string, string]
  /** Tools of the same name, however its words are joined. */
  readonly sameNames: number
  /** Tools with nearly the same description. */
  readonly sameTexts: number
  /** A tool of each of them. */
  readonly example: readonly [string, string]
}

/** Shorter descriptions, in pairs of words, are alike by chance: "Get detailed information about a …". */
const LEAST_PAIRS = 10
/** Hashes kept of a description: the least of its pairs of words (Broder 1997, bottom-k sketch). */
const SKETCH = 16
/** Share of the shorter of two sketches from which two descriptions are nearly the same: a Jaccard similarity of about .6. */
const SHARED = 0.75
/** Tools of one name, or with one hash, that are compared with the next one. */
const MAX_COMPARED = 16
const MAX_OVERLAPS = 10_000
/** UTF-16 code units of a description that are read. */
const MAX_TEXT = 4_096

/**
 * Finds servers whose tools have the names or nearly the texts of those of other servers, those with most in common first.
 * Honest servers do too: two instances of one, forks, common words. Linear in the tools.
 */
export function findOverlaps(tools: Iterable<ComparedTool>): readonly ServerOverlap[] {
  const byName = new Map<string, ComparedTool[]>()
  const byHash = new Map<number, ComparedTool[]>()
  const found = new Map<string, { -readonly [Member in keyof ServerOverlap]: ServerOverlap[Member] }>()
  const add = (other: ComparedTool, tool: ComparedTool, kind: 'sameNames' | 'sameTexts'): void => {
    if (other.server === tool.server) return
    const key = JSON.stringify([other.server, tool.server].sort())
    const known = found.get(key)
    if (known === undefined && found.size >= MAX_OVERLAPS) return
    const overlap = known ?? {
      servers: [other.server, tool.server],
      sameNames: 0,
      sameTexts: 0,
      example: [other.name, tool.name],
    }
    // What says most is the example.
    if (kind === 'sameTexts' && overlap.sameTexts === 0) overlap.example = [other.name, tool.name]
    overlap[kind] += 1
    found.set(key, overlap)
  }
  for (const tool of tools) {
    for (const other of firstOfEach(remember(byName, foldName(tool.name), tool)))
      add(other, tool, 'sameNames')
    const shared = new Map<ComparedTool, number>()
    const sketch = sketchOf(tool.description)
    for (const hash of sketch)
      for (const other of remember(byHash, hash, tool)) shared.set(other, (shared.get(other) ?? 0) + 1)
    const near = [...shared.keys()].filter((other) => (shared.get(other) ?? 0) >= SHARED * sketch.length)
    for (const other of firstOfEach(near)) add(other, tool, 'sameTexts')
  }
  return [...found.values()].sort((a, b) => b.sameTexts - a.sameTexts || b.sameNames - a.sameNames)
}

/** Tools that were remembered under a key, and remembers one more. */
function remember<Key>(by: Map<Key, ComparedTool[]>, key: Key, tool: ComparedTool): readonly ComparedTool[] {
  const known = by.get(key)
  if (known === undefined) by.set(key, [tool])
  else if (known.length < MAX_COMPARED) by.set(key, [...known, tool])
  return known ?? []
}

/** One tool of each server, so that a tool counts once. */
function firstOfEach(tools: readonly ComparedTool[]): Iterable<ComparedTool> {
  return new Map(tools.toReversed().map((tool) => [tool.server, tool])).values()
}

/** A name however its words are joined: `read_file` is `readFile`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Whether two descriptions are nearly the same; short ones never. */
export function haveNearTexts(one?: string, other?: string): boolean {
  const [sketch, known] = [sketchOf(one), new Set(sketchOf(other))]
  const least = Math.min(sketch.length, known.size)
  return least > 0 && sketch.filter((hash) => known.has(hash)).length >= SHARED * least
}

/** The least hashes of the pairs of words of a text; none of a short one. */
function sketchOf(text = ''): readonly number[] {
  const words =
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const hashes = new Set(words.slice(1).map((word, i) => hashOf(`${words[i]} ${word}`)))
  if (hashes.size < LEAST_PAIRS) return []
  return [...hashes].sort((a, b) => a - b).slice(0, SKETCH)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
