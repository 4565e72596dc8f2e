import { SEARCH_FIELDS } from '@toolscout/model'
import { type DocumentTokens, isRoot, numberOfCode, termOfCode } from '../analysis/tokens.ts'
import { grown, hashEvenly } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'

/** What diversification depends on. */
export interface DiversifiedQuery {
  readonly servers: Servers
  readonly nearDuplicates: NearDuplicates
  readonly signals: RankingSignals
  /** Root terms of the query. */
  readonly roots: ReadonlyMap<string, number>
  /** Whether the query names a tool. */
  readonly isNamed: (docId: number) => boolean
}

/**
 * Places that one text has. With one, a copy of a tool with one more matching word would push
 * the original down.
 */
const PLACES = 3
/** Hits that further ones are compared with; with that many different texts a flood has no room. */
const COMPARED = 128

/**
 * Says of hits, which must come best first, whether they are demoted: near-duplicates of which there are enough above,
 * one of the same server or three of any, unless the query names the tool or its server. The result depends only on the
 * hits before.
 */
export function createDiversification(query: DiversifiedQuery): (docId: number) => boolean {
  const { servers, nearDuplicates, signals, roots, isNamed } = query
  const above: number[] = []
  const serversAbove: (number | undefined)[] = []

  const isDuplicate = (docId: number, server: number): boolean => {
    let alike = 0
    for (let i = 0; i < above.length; i += 1) {
      const other = above[i] as number
      const isSibling = serversAbove[i] === server
      if (isSibling ? !nearDuplicates.areSame(docId, other) : !nearDuplicates.areAlike(docId, other)) continue
      alike += 1
      if (isSibling || alike === PLACES) return true
    }
    return false
  }
  return (docId) => {
    const server = servers.serverOf(docId)
    // Whether the server is asked for is checked last, since it reads the server's name.
    const isDemoted =
      server !== undefined &&
      signals.nearDuplicates < 1 &&
      isDuplicate(docId, server) &&
      !isNamed(docId) &&
      !servers.isAskedFor(docId, roots)
    if (!isDemoted && above.length < COMPARED) {
      above.push(docId)
      serversAbove.push(server)
    }
    return isDemoted
  }
}

/** Places of the fields that say what a tool is. */
const WORDING: readonly number[] = (['name', 'description', 'parameters'] as const).map((field) =>
  SEARCH_FIELDS.indexOf(field),
)
/** Bins of a signature, a byte each: texts that share nine words of ten differ in one or two of them. */
const BINS = 12
/** Bins that must be filled before one of them may differ: shorter texts must have the very same words. */
const FEWEST_BINS = 10
const EMPTY = 0
const NONE = 0xffff_ffff

/**
 * Which tools say the same as others, in 16 bytes a tool. The words of a tool are a set of roots, so that repeating
 * and reordering them makes no other text of it. A signature of it, without numbers, is made by one-permutation hashing
 * (Li, Owen and Zhang, "One permutation hashing", NIPS 2012) with eight bits of each minimum kept (Li and König, "b-bit
 * minwise hashing", WWW 2010).
 *
 * Tools of different servers are near-duplicates when their signatures are alike. Those of one server are often
 * siblings that differ in the one word that matters (`movie`, `show`), so they must have the very same words and
 * numbers, by the sum of all hashes.
 */
export class NearDuplicates {
  #signatures = new Uint8Array(BINS * 64)
  #sums = new Uint32Array(64)
  readonly #minima = new Uint32Array(BINS)
  readonly #hashes = new HashSet()
  /** By number of a known token: the hash of its term, or 0 where it was not taken yet. */
  #knownHashes = new Uint32Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0

  constructor(saved?: SectionReader) {
    if (saved === undefined) return
    this.#signatures = saved.next(Uint8Array)
    this.#sums = saved.next(Uint32Array)
  }

  /** Remembers what a tool says: the words of its name, description and parameters. */
  place(docId: number, document: DocumentTokens): void {
    this.#signatures = grown(this.#signatures, BINS * (docId + 1))
    this.#sums = grown(this.#sums, docId + 1)
    this.#minima.fill(NONE)
    this.#hashes.clear()
    const { codes, ends, known } = document
    this.#knownHashes =
      known.key === this.#knownKey
        ? grown(this.#knownHashes, known.terms.length)
        : new Uint32Array(known.terms.length)
    this.#knownKey = known.key
    let sum = 0
    for (const field of WORDING) {
      const end = ends[field] as number
      for (let i = field === 0 ? 0 : (ends[field - 1] as number); i < end; i += 1) {
        const code = codes[i] as number
        if (isRoot(code)) sum += this.#addRoot(document, code)
      }
    }
    this.#sums[docId] = sum
    for (let bin = 0; bin < BINS; bin += 1) {
      const minimum = this.#minima[bin] as number
      this.#signatures[BINS * docId + bin] = minimum === NONE ? EMPTY : 1 + ((minimum >>> 8) % 255)
    }
  }

  /** Whether two tools say nearly the same. */
  areAlike(one: number, other: number): boolean {
    let different = 0
    let filled = 0
    for (let bin = 0; bin < BINS; bin += 1) {
      const value = this.#signatures[BINS * one + bin] as number
      if (value !== EMPTY) filled += 1
      if (value === this.#signatures[BINS * other + bin]) continue
      different += 1
      if (different > 1) return false
    }
    return filled > 0 && (different === 0 || filled >= FEWEST_BINS)
  }

  /** Whether two tools say the very same, in any order. */
  areSame(one: number, other: number): boolean {
    return this.#sums[one] === this.#sums[other] && this.areAlike(one, other)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    out.add(this.#signatures)
    out.add(this.#sums)
  }

  /** Takes a root into the signature; gives its hash, or 0 when the tool has it already. */
  #addRoot(document: DocumentTokens, code: number): number {
    const number = numberOfCode(code)
    let hash = number < 0 ? 0 : (this.#knownHashes[number] as number)
    if (hash === 0) {
      hash = hashEvenly(termOfCode(document, code))
      if (number >= 0) this.#knownHashes[number] = hash
    }
    if (!this.#hashes.add(hash)) return 0
    const bin = hash % BINS
    if (hash < (this.#minima[bin] as number) && !isNumber(termOfCode(document, code)))
      this.#minima[bin] = hash
    return hash
  }
}

function isNumber(term: string): boolean {
  return term.charCodeAt(0) < 58
}

/** Numbers that are kept; the bounded fields of a tool hold fewer. */
const MOST_HASHES = 2_048
const SLOTS = 2 * MOST_HASHES

/** Numbers, each once: a hash table that costs nothing to clear, because every tool fills one. */
class HashSet {
  readonly #hashes = new Uint32Array(SLOTS)
  /** By slot, the filling it was last used in. */
  readonly #fillings = new Float64Array(SLOTS)
  #filling = 1
  #count = 0

  /** Says whether the number is new; false when there is no room for more. */
  add(hash: number): boolean {
    if (this.#count === MOST_HASHES) return false
    let slot = hash % SLOTS
    for (; this.#fillings[slot] === this.#filling; slot = (slot + 1) % SLOTS) {
      if (this.#hashes[slot] === hash) return false
    }
    this.#fillings[slot] = this.#filling
    this.#hashes[slot] = hash
    this.#count += 1
    return true
  }

  clear(): void {
    this.#count = 0
    this.#filling += 1
  }
}
