import type { HeldTerm } from '../kernel/scored-documents.ts'
import type { TermScoring } from '../kernel/term-scoring.ts'
import type { NearDuplicates } from './near-duplicates.ts'
import type { Servers } from './servers.ts'

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
