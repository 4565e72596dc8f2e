import { atOnce, sha256 } from '@toolscout/model/internal'
import { type SectionReader, type SectionWriter, SnapshotRefusedError } from '../snapshot/sections.ts'
import { isAscii, needsDictionary } from './split-words.ts'
import {
  clearTokens,
  createDocumentTokens,
  type DocumentTokens,
  type KnownTokens,
  nextKey,
  pushCode,
  pushTerm,
  type Token,
  tokenCode,
  type Word,
} from './tokens.ts'

/** As analyzers do it. */
type Analyze = (text: string) => readonly Word[]

/** Reads documents, one after the other. */
export interface DocumentReader {
  /** Whether another platform saved what it began with, so that opening it takes longer until it is saved here. */
  readonly isForeign: boolean
  /** The tokens of texts, by field in the order of SEARCH_FIELDS. Good until the next document is read. */
  readonly read: (texts: readonly string[]) => DocumentTokens
  /** Looks at how the characters beyond ASCII that were read so far are read, so that saving need not. */
  readonly prepare: () => Generator<void, void>
  /** Writes which characters beyond ASCII were read so far, and how. */
  readonly save: (out: SectionWriter) => void
  /** As `save`, for this process alone, in which characters are read as they were. */
  readonly saveForCopy: (out: SectionWriter) => void
}

/** Appends the tokens of texts to a document without any, in the way of one analyzer. */
export type ReadTexts = (texts: readonly string[], document: DocumentTokens) => void

/** The ways of analyzers that have one that is faster than by their words. By `analyze`, so that a copy in which that is another has none. */
const fastWays = new WeakMap<Analyze, ReadTexts>()

/** Says how documents are read faster. It must give the very tokens of the words that `analyze` gives. */
export function setFastWay(analyze: Analyze, readTexts: ReadTexts): void {
  fastWays.set(analyze, readTexts)
}

/**
 * Creates a {@link DocumentReader}.
 *
 * @param saved what another one wrote.
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when this platform reads any of the saved characters in another way.
 */
export function createDocumentReader(
  analyzer: { readonly analyze: Analyze },
  saved?: SectionReader | undefined,
): DocumentReader {
  const document = createDocumentTokens()
  const { analyze } = analyzer
  const readTexts = fastWays.get(analyze) ?? createSlowWay(analyze)
  const met = new Set<number>()
  let known: Reading = { characters: -1, text: '', isForeign: false }
  if (saved !== undefined) known = takeCharacters(met, saved, analyze)
  const prepare = function* (): Generator<void, void> {
    if (known.characters === met.size) return
    const characters = Uint32Array.from(met)
    known = { ...known, characters: characters.length, text: yield* readingOf(characters, analyze) }
  }
  const saveWith = (out: SectionWriter, reading: string): void => {
    for (const array of [Uint32Array.from(met), encoder.encode(platformOf()), encoder.encode(reading)])
      out.addFixed(array)
  }
  return {
    isForeign: known.isForeign,
    read: (texts) => {
      readTexts(texts, document)
      if (!document.isPlain) for (const text of texts) addCharacters(met, text)
      return document
    },
    prepare,
    save: (out) => {
      atOnce(prepare())
      saveWith(out, known.text)
    },
    saveForCopy: (out) => saveWith(out, known.characters === met.size ? known.text : ''),
  }
}

/** How characters are read that were read so far, and their number. */
interface Reading extends Pick<DocumentReader, 'isForeign'> {
  readonly characters: number
  readonly text: string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function addCharacters(met: Set<number>, text: string): void {
  if (isAscii(text)) return
  for (const character of text) {
    const point = character.codePointAt(0) as number
    if (point > 0x7f) met.add(point)
  }
}

/**
 * Takes over the characters of a snapshot. What is a letter, and its small form, comes from the platform, and a later
 * Unicode knows more of them. So a snapshot names the characters it was made of and what they were read as: it stays good
 * as long as those are read the same, whatever has changed about others.
 */
function takeCharacters(met: Set<number>, saved: SectionReader, analyze: Analyze): Reading {
  const characters = saved.next(Uint32Array)
  const platform = decoder.decode(saved.next(Uint8Array))
  const reading = decoder.decode(saved.next(Uint8Array))
  for (const character of characters) met.add(character)
  const isForeign = platform !== platformOf()
  if (!isForeign || reading === atOnce(readingOf(characters, analyze)))
    return { characters: reading === '' ? -1 : met.size, text: reading, isForeign }
  throw new SnapshotRefusedError('This platform reads letters of the snapshot in another way.', 'options')
}

/** The platform's knowledge of letters. */
function platformOf(): string {
  const versions: { readonly [part: string]: string | undefined } = globalThis.process?.versions ?? {}
  const { icu = '', unicode = '' } = versions
  return `${icu} ${unicode}`
}

/** What an analyzer makes of characters, each alone and beside letters and digits; their order does not matter. */
function* readingOf(characters: Uint32Array, analyze: Analyze): Generator<void, string> {
  const readings: unknown[] = []
  for (const point of characters.slice().sort()) {
    const character = String.fromCodePoint(point)
    const text = `${character} a${character}b 1${character}1 A${character}a ${character}${character}${character}`
    const words = analyze(text).map(({ text, tokens }) => [text, ...tokens.map(({ term }) => term)])
    // Words without spaces between them are found by a dictionary.
    readings.push(needsDictionary(character) ? [...words, platformOf()] : words)
    yield
  }
  return sha256(JSON.stringify(readings))
}

/** Terms that are remembered: nearly all of a few thousand tools. */
const MAX_KNOWN_TERMS = 16_384

/** Reads documents by the words of any analyzer. */
function createSlowWay(analyze: Analyze): ReadTexts {
  let known: KnownTokens = { key: nextKey(), terms: [] }
  const numbers = new Map<string, number>()

  const push = (document: DocumentTokens, token: Token): void => {
    const { term } = token
    let number = numbers.get(term)
    if (number === undefined) {
      if (numbers.size >= MAX_KNOWN_TERMS) {
        pushTerm(document, term, token)
        return
      }
      number = known.terms.push(term) - 1
      numbers.set(term, number)
    }
    pushCode(document, tokenCode(number, token))
  }
  return (texts, document) => {
    if (numbers.size >= MAX_KNOWN_TERMS) {
      numbers.clear()
      known = { key: nextKey(), terms: [] }
    }
    clearTokens(document, known)
    for (const text of texts) {
      if (text !== '') {
        for (const { tokens } of analyze(text)) for (const token of tokens) push(document, token)
      }
      document.ends.push(document.count)
    }
  }
}
