import { type PoisonFinding, type PoisonReport, summarizeFindings } from './scan-definition.ts'

/** A tool of a server, as far as it is compared with those of other servers. */
export interface ComparedTool {
  readonly id: string
  readonly server: string
  readonly name: string
  readonly description?: string | undefined
}

/** Tools of two servers that have one name, or nearly one description. Plain JSON. */
export interface ToolTwins {
  readonly tools: readonly [string, string]
  readonly servers: readonly [string, string]
  /** Whether they have one name, however its words are joined. */
  readonly sameName: boolean
  /** Whether they have nearly one description. */
  readonly sameText: boolean
}

/** What two servers have in common. */
export interface ServerOverlap {
  readonly servers: readonly [string, string]
  /** Tools of the same name, however its words are joined. */
  readonly sameNames: number
  /** Tools with nearly the same description. */
  readonly sameTexts: number
  /** Ids of a tool of each of them. */
  readonly example: readonly [string, string]
}

/** Shorter descriptions, in pairs of words, are alike by chance: "Get detailed information about a …". */
const LEAST_PAIRS = 10
/** Hashes kept of a description: the least of its pairs of words (Broder 1997, bottom-k sketch). */
const SKETCH = 16
/** Of these, the least by which tools are looked up that may be alike. */
const KEYS = 4
/** Share of the shorter of two sketches from which two descriptions are nearly the same: a Jaccard similarity of about .6. */
const SHARED = 0.75
/** Tools of one name, or with one hash, that are compared with the next one. */
const MAX_COMPARED = 16
const MAX_TWINS = 10_000
/** UTF-16 code units of a description that are read. */
const MAX_TEXT = 4_096

/**
 * Finds tools that have the name or nearly the text of one of another server. Honest ones do too: two instances of a server,
 * forks, common words. Of each other server one tool is named. Linear in the tools.
 */
export class TwinFinder {
  readonly #byName = new Map<string, SketchedTool[]>()
  readonly #byHash = new Map<number, SketchedTool[]>()
  readonly #found: ToolTwins[] = []

  /** Compares a tool with all that were added before. */
  add({ id, server, name, description }: ComparedTool): void {
    const tool = { id, server, sketch: sketchOf(description) }
    const named = remember(this.#byName, foldName(name), tool)
    const alike = [...tool.sketch.slice(0, KEYS)].flatMap((hash) => remember(this.#byHash, hash, tool))
    const near = new Set(alike.filter((other) => areNear(tool.sketch, other.sketch)))
    // What has both goes before what has the name, and that before what has the text.
    const both = named.filter((other) => near.has(other))
    const others = new Map([...near, ...named, ...both].map((other) => [other.server, other]))
    for (const other of others.values()) {
      if (other.server === tool.server || this.#found.length === MAX_TWINS) continue
      this.#found.push({
        tools: [other.id, tool.id],
        servers: [other.server, tool.server],
        sameName: named.includes(other),
        sameText: near.has(other),
      })
    }
  }

  /** Those found so far, in the order in which the second of them were added. */
  found(): readonly ToolTwins[] {
    return this.#found
  }
}

/** What each two servers have in common, those with most first. */
export function summarizeTwins(twins: Iterable<ToolTwins>): readonly ServerOverlap[] {
  const found = new Map<string, { -readonly [Member in keyof ServerOverlap]: ServerOverlap[Member] }>()
  for (const { servers, tools, sameName, sameText } of twins) {
    const key = JSON.stringify([...servers].sort())
    const overlap = found.get(key) ?? { servers, sameNames: 0, sameTexts: 0, example: tools }
    // What says most is the example.
    if (sameText && overlap.sameTexts === 0) {
      overlap.servers = servers
      overlap.example = tools
    }
    if (sameName) overlap.sameNames += 1
    if (sameText) overlap.sameTexts += 1
    found.set(key, overlap)
  }
  return [...found.values()].sort((a, b) => b.sameTexts - a.sameTexts || b.sameNames - a.sameNames)
}

/** What is kept of a tool that others are compared with. */
interface SketchedTool {
  readonly id: string
  readonly server: string
  readonly sketch: Uint32Array
}

/** Tools that were remembered under a key, and remembers one more. */
function remember<Key>(by: Map<Key, SketchedTool[]>, key: Key, tool: SketchedTool): readonly SketchedTool[] {
  const known = by.get(key)
  if (known === undefined) by.set(key, [tool])
  else if (known.length < MAX_COMPARED) by.set(key, [...known, tool])
  return known ?? []
}

/** A name however its words are joined: `read_file` is `readFile`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Whether two descriptions are nearly the same; short ones never. */
function haveNearTexts(one?: string, other?: string): boolean {
  return areNear(sketchOf(one), sketchOf(other))
}

function areNear(one: Uint32Array, other: Uint32Array): boolean {
  const least = Math.min(one.length, other.length)
  return least > 0 && one.filter((hash) => other.includes(hash)).length >= SHARED * least
}

/** The least hashes of the pairs of words of a text, in ascending order; none of a short one. */
function sketchOf(text = ''): Uint32Array {
  const words =
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const hashes = words.map(hashOf)
  const pairs = new Set(hashes.slice(1).map((hash, i) => pairOf(hashes[i] as number, hash)))
  return pairs.size < LEAST_PAIRS ? new Uint32Array() : Uint32Array.from(pairs).sort().slice(0, SKETCH)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}

/** A hash of two, in this order; the last step of MurmurHash3 spreads it, since the least ones count. */
function pairOf(one: number, other: number): number {
  const hash = Math.imul(one, PRIME) ^ other
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
}

const PRIME = 0x01000193

/** A tool, and the names of all tools of its server. */
export interface ToolOfServer extends Omit<ComparedTool, 'id'> {
  readonly names: readonly string[]
}

/** Enough for `suspicious`, and alone not for `poisoned`: a person may have two servers that are alike. */
const IMITATION_WEIGHT = 0.5
/** Share of the names of each of two servers that both have, from which they are instances or forks of one. */
const SAME_SERVER = 0.5

/**
 * Whether a tool takes the place of one of another server: it has its name, however the words are joined, and nearly its
 * description, and the servers as a whole are not alike. Honest servers that have a tool in common are mostly forks or
 * instances of one, with half of their names in common.
 */
export function isImitation(tool: ToolOfServer, original: ToolOfServer): boolean {
  if (tool.server === original.server || foldName(tool.name) !== foldName(original.name)) return false
  if (!haveNearTexts(tool.description, original.description)) return false
  const own = new Set(tool.names.map(foldName))
  const theirs = new Set(original.names.map(foldName))
  const common = [...own].filter((name) => theirs.has(name)).length
  return common < SAME_SERVER * Math.max(own.size, theirs.size)
}

/** A report with the finding that a tool imitates another one. */
export function addImitation({ findings }: PoisonReport, original: string): PoisonReport {
  const finding: PoisonFinding = Object.freeze({
    code: 'IMITATES',
    where: '/name',
    excerpt: original,
    weight: IMITATION_WEIGHT,
  })
  return summarizeFindings([...findings, finding])
}
