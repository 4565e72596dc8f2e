import type { DocumentFactor } from '../kernel/collect-best.ts'
import { AGREEMENT, agreementOf, type Intent } from './intent.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchedCatalog } from './searched-catalog.ts'
import { ACTIONS, type Direction, directionsOf } from './tool-action.ts'
import type { WordReading } from './word-readings.ts'

/** A word of a request as it is read here. */
interface ReadWord {
  readonly text: string
  readonly lower: string
  readonly reading: WordReading
}

/**
 * What a tool keeps of its score by the servers that a request names: the less, the surer another server is named than its
 * own. In a request of many parts a server is named for one of them. What is to be done, such as fetch or search, names none,
 * unless it stands before `server`. Undefined where it names none.
 */
function keptByServer(
  words: readonly ReadWord[],
  parts: number,
  { signals, tools: { servers } }: SearchedCatalog,
): ((docId: number) => number) | undefined {
  const strength = signals.servers
  if (strength === 0 || parts === 0) return undefined
  const named = new Map<number, number>()
  words.forEach(({ reading }, i) => {
    if (reading.servers.size === 0 || (reading.verb !== undefined && words[i + 1]?.lower !== 'server')) return
    for (const [server, share] of reading.servers) named.set(server, Math.max(share, named.get(server) ?? 0))
  })
  if (named.size === 0) return undefined
  const surest = Math.max(...named.values())
  return (docId) => 1 - (strength * (surest - (named.get(servers.serverOf(docId) ?? -1) ?? 0))) / parts
}

/** Words that count less may stand in any request, and tell no object. */
const LEAST_OBJECT = 0.5

/** Terms of what a request is about, beside what it wants done: a verb decides among tools for one thing. */
function objectsOf(
  words: readonly ReadWord[],
  { roots, expansions }: QueryTerms,
  { verbs }: Intent,
): ReadonlySet<string> {
  const objects = new Set<string>()
  if (verbs.size === 0) return objects
  for (const { text, lower, reading } of words) {
    if (reading.verb !== undefined && text === lower && verbs.has(reading.verb)) continue
    for (const { root } of reading.roots) {
      if ((roots.get(root) ?? 0) < LEAST_OBJECT) continue
      objects.add(root)
      for (const term of expansions.get(root) ?? NONE) objects.add(term)
    }
  }
  return objects
}

const NONE: readonly string[] = []

/** Letters that words of one thing share at least: `deg`, `degree`, `degrees`. */
const SAME = 3

function isSame(one: string, other: string): boolean {
  const length = Math.max(SAME, Math.min(one.length, other.length) - 1)
  return one === other || (one.length >= SAME && one.slice(0, length) === other.slice(0, length))
}

/** Whether a tool goes the other way, by its name or how its description begins: `radians_to_degrees` for `degrees to radians`. */
function isReversed(own: readonly Direction[], directions: readonly Direction[]): boolean {
  if (own.length === 0) return false
  const has = (from: string, to: string): boolean =>
    own.some((way) => isSame(way[0], from) && isSame(way[1], to))
  return directions.some(([from, to]) => has(to, from) && !has(from, to))
}

/** What tools are lowered by. */
export interface Lowering {
  readonly query: QueryTerms
  readonly intent: Intent
  /** Subqueries of the request. */
  readonly parts: number
  readonly catalog: SearchedCatalog
}

/** What tools keep of their score. */
export interface Lowered extends DocumentFactor {
  /** The same of what is added by meaning, which knows verbs too: lowered by the opposite and by an unasked deletion alone. */
  readonly ofMeaning: (docId: number) => number
}

/** What tools keep of their score by what they do, and by the servers that the request names. */
export function readLowering({ query, intent, parts, catalog }: Lowering): Lowered {
  const words = query.words.map((word): ReadWord => {
    const { text } = word
    return { text, lower: text.toLowerCase(), reading: catalog.readWord(word) }
  })
  const keptOfServer = keptByServer(words, parts, catalog)
  const ofServer = (docId: number): number => (keptOfServer === undefined ? 1 : keptOfServer(docId))
  const marked = objectsOf(words, query, intent)
  const strength = catalog.signals.intent * intent.clarity
  const kinds = catalog.tools.actionNumbers
  const shares = new Float64Array(1 + ACTIONS.length)
  const readShare = (docId: number): number => {
    const action = catalog.actionOf(docId)
    const known = shares[action.number + 1]
    if (known) return known
    const share = 1 - strength * action.certainty * (1 - agreementOf(action, intent))
    shares[action.number + 1] = share
    return share
  }
  const shareOf = (docId: number): number => shares[kinds[docId] as number] || readShare(docId)
  const other = 1 - strength * (1 - AGREEMENT.other)
  const directions = directionsOf(words.map(({ lower }) => lower))
  const reversed = 1 - strength * (1 - AGREEMENT.opposite)
  const isBackwards = (docId: number): boolean =>
    directions.length > 0 && isReversed(catalog.directionsOf(docId), directions)
  const isAnyMarked = [...marked].some((term) => catalog.frequencyOf(term) > 0)
  const ofAction = (docId: number, isMarked: boolean): number => {
    if (strength === 0) return 1
    if (isBackwards(docId)) return reversed
    const share = shareOf(docId)
    return share > other && isAnyMarked && !isMarked ? other : share
  }
  return {
    kinds,
    shares,
    most: readShare,
    ofMeaning: (docId) => {
      const action = catalog.actionOf(docId)
      const isAgainst = strength > 0 && agreementOf(action, intent) <= AGREEMENT.deletes
      const kept = isBackwards(docId) ? reversed : isAgainst ? shareOf(docId) : 1
      return kept * ofServer(docId)
    },
    marked,
    of: (docId, isMarked) => ofAction(docId, isMarked) * ofServer(docId),
    why: (docId, isMarked) => {
      const { verb } = catalog.actionOf(docId)
      if (isBackwards(docId)) return 'it goes the other way'
      const asked = [...intent.verbs.keys()].join(', ')
      const why = `its verb: ${verb || 'unknown'}; asked: ${asked || 'none'}`
      const about = isAnyMarked && !isMarked ? `${why}; it shares no more than the verb` : why
      return ofServer(docId) < 1 ? `${about}; another server is named` : about
    },
  }
}
