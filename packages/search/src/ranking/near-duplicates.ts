import { SEARCH_FIELDS } from '@toolscout/model'
import { type DocumentTokens, isRoot, numberOfCode, termOfCode } from '../analysis/tokens.ts'
import { grown } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/** Places of the fields that say what a tool is. */
const WORDING: readonly number[] = (['name', 'description', 'parameters'] as const).map((field) =>
  SEARCH_FIELDS.indexOf(field),
)
/** Bins of a signature, a byte each. */
const BINS = 32
/** Words of 32 bits of a signature. */
const WORDS = BINS / 4
/** Bins that ten words or so fill. */
const TELLING_BINS = 8
const EMPTY = 0
const NONE = 0xffff_ffff

/**
 * How much tools say the same, in 32 bytes a tool. The words of a tool are a set of roots, so that repeating and
 * reordering them makes no other text of it. A signature of it, without numbers, is made by one-permutation hashing
 * (Li, Owen and Zhang, "One permutation hashing", NIPS 2012) with eight bits of each minimum kept (Li and König, "b-bit
 * minwise hashing", WWW 2010).
 */
export class NearDuplicates {
  #signatures: Uint8Array
  /** The same, four bins at once. */
  #words: Uint32Array
  readonly #minima = new Uint32Array(BINS)
  /** By number of a known token: the hash of its term, or 0 where it was not taken yet. */
  #knownHashes = new Uint32Array(0)
  /** Whose numbers of tokens they are. */
  #knownKey = 0

  constructor(saved?: SectionReader) {
    this.#signatures = saved?.next(Uint8Array) ?? new Uint8Array(BINS * 64)
    this.#words = inWords(this.#signatures)
  }

  /** Remembers what a tool says: the words of its name, description and parameters. */
  place(docId: number, document: DocumentTokens): void {
    if (BINS * (docId + 1) > this.#signatures.length) {
      this.#signatures = grown(this.#signatures, BINS * (docId + 1))
      this.#words = inWords(this.#signatures)
    }
    this.#minima.fill(NONE)
    const { codes, ends, known } = document
    this.#knownHashes =
      known.key === this.#knownKey
        ? grown(this.#knownHashes, known.terms.length)
        : new Uint32Array(known.terms.length)
    this.#knownKey = known.key
    for (const field of WORDING) {
      const end = ends[field] as number
      for (let i = field === 0 ? 0 : (ends[field - 1] as number); i < end; i += 1) {
        const code = codes[i] as number
        if (isRoot(code)) this.#addRoot(document, code)
      }
    }
    for (let bin = 0; bin < BINS; bin += 1) {
      const minimum = this.#minima[bin] as number
      this.#signatures[BINS * docId + bin] = minimum === NONE ? EMPTY : 1 + ((minimum >>> 8) % 255)
    }
  }

  /** Whether a text is long enough to tell by a part of its words what it resembles. */
  isTelling(docId: number): boolean {
    let empty = 0
    for (let at = WORDS * docId; at < WORDS * (docId + 1); at += 1)
      empty += zeroBytes(this.#words[at] as number)
    return BINS - empty >= TELLING_BINS
  }

  /** Share of the words of two tools that both have, 0 to 1, by their signatures; 0 where neither has any. */
  resemblance(one: number, other: number): number {
    let equal = 0
    let empty = 0
    for (let i = 0; i < WORDS; i += 1) {
      const word = this.#words[WORDS * one + i] as number
      const otherWord = this.#words[WORDS * other + i] as number
      equal += zeroBytes(word ^ otherWord)
      empty += zeroBytes(word | otherWord)
    }
    return empty === BINS ? 0 : (equal - empty) / (BINS - empty)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    out.add(this.#signatures)
  }

  /** Takes a root into the signature. */
  #addRoot(document: DocumentTokens, code: number): void {
    const number = numberOfCode(code)
    let hash = number < 0 ? 0 : (this.#knownHashes[number] as number)
    if (hash === 0) {
      hash = hashEvenly(termOfCode(document, code))
      if (number >= 0) this.#knownHashes[number] = hash
    }
    const bin = hash % BINS
    if (hash < (this.#minima[bin] as number) && !isNumber(termOfCode(document, code)))
      this.#minima[bin] = hash
  }
}

function inWords({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/** Bytes of a word that are 0 (Warren 2013, "Hacker's Delight", section 6-1). */
function zeroBytes(word: number): number {
  const marks = ~(((word & 0x7f7f_7f7f) + 0x7f7f_7f7f) | word | 0x7f7f_7f7f)
  return Math.imul(marks >>> 7, 0x0101_0101) >>> 24
}

function isNumber(term: string): boolean {
  return term.charCodeAt(0) < 58
}

/**
 * FNV-1a over code units (Fowler, Noll and Vo) with the finish of MurmurHash3, so that every bit depends on every
 * letter, as MinHash needs it.
 */
function hashEvenly(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
