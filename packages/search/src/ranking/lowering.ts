import type { DocumentFactor } from '../kernel/collect-best.ts'
import type { HeldTerm } from '../kernel/scored-documents.ts'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { AGREEMENT, agreementOf, type Intent } from './intent.ts'
import type { NearDuplicates } from './near-duplicates.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchedCatalog } from './searched-catalog.ts'
import type { Servers } from './servers.ts'
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
const SAME_LETTERS = 3

function isSame(one: string, other: string): boolean {
  const length = Math.max(SAME_LETTERS, Math.min(one.length, other.length) - 1)
  return one === other || (one.length >= SAME_LETTERS && one.slice(0, length) === other.slice(0, length))
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

/** What diversification depends on. */
export interface DiversifiedQuery {
  readonly servers: Servers
  readonly nearDuplicates: NearDuplicates
  /** Root terms of the query. */
  readonly roots: ReadonlyMap<string, number>
  readonly scoring: TermScoring
  /** Whether the query names a tool. */
  readonly isNamed: (docId: number) => boolean
}

/** Places that one text has. With one, a copy of a tool with one more matching word would push the original down. */
const PLACES = 3
/** Hits that further ones are compared with; with that many different texts a flood has no room. */
const COMPARED = 128
/** Resemblance of texts that say the same whatever is asked. */
const SAME = 0.85
/** Resemblance of texts that say the same where they hold the same of the request. */
const ALIKE = 1 / 6
/** Words of the request that both hold, and their share of what either holds. */
const LEAST_HELD = 3
const LEAST_SHARED = 0.5

/**
 * Says of hits, which must come best first, how many better ones say the same, beyond the places that one text has.
 * Copies say the same, and so do long texts that share a sixth of their words and most of what they hold of the request.
 * What the query names, by the tool or the server, is spared, and so are tools without a server. The result depends only
 * on the hits before.
 */
export function createDiversification(query: DiversifiedQuery): (docId: number) => number {
  const { servers, nearDuplicates, roots, scoring, isNamed } = query
  const above: number[] = []
  // Read when they are first needed, which for most requests is never: the terms of the request itself, and by place
  // which of them a hit holds.
  let terms: readonly HeldTerm[] | undefined
  const held: (readonly boolean[] | undefined)[] = []

  const heldBy = (place: number): readonly boolean[] => {
    terms ??= scoring.terms.filter(({ text }) => roots.has(text))
    held[place] ??= terms.map(scoring.holdingOf(above[place] as number))
    return held[place]
  }
  const holdTheSame = (one: readonly boolean[], other: readonly boolean[]): boolean => {
    const own = terms as readonly HeldTerm[]
    let common = 0
    let both = 0
    let either = 0
    for (let i = 0; i < own.length; i += 1) {
      const { boost } = own[i] as HeldTerm
      if (one[i] || other[i]) either += boost
      if (!one[i] || !other[i]) continue
      both += boost
      common += 1
    }
    return common >= LEAST_HELD && both >= LEAST_SHARED * either
  }
  return (docId) => {
    if (servers.serverOf(docId) === undefined) return 0
    const place = Math.min(above.length, COMPARED)
    above[place] = docId
    held[place] = undefined
    if (place < PLACES) return 0
    let alike = 0
    const likely: number[] = []
    for (let i = 0; i < place; i += 1) {
      const resemblance = nearDuplicates.resemblance(docId, above[i] as number)
      if (resemblance >= SAME) alike += 1
      else if (resemblance >= ALIKE) likely.push(i)
    }
    if (alike + likely.length < PLACES) return 0
    if (likely.length > 0 && nearDuplicates.isTelling(docId)) {
      for (const i of likely) if (holdTheSame(heldBy(place), heldBy(i))) alike += 1
    }
    if (alike < PLACES) return 0
    // Whether the server is asked for is checked last, since it reads the server's name.
    return isNamed(docId) || servers.isAskedFor(docId, roots) ? 0 : alike - PLACES + 1
  }
}
