import { isAscii, nameKey } from '../analysis/split-words.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { EditDistanceIndex } from './edit-distance-index.ts'
import type { Servers } from './servers.ts'
import { DocIdLists } from './tools-by-key.ts'

/** How surely a text names a tool; the higher, the surer. */
export const NAME_CERTAINTY: { readonly [how in 'misspelt' | 'respelt' | 'qualified' | 'exact']: number } =
  Object.freeze({ misspelt: 1, respelt: 2, qualified: 3, exact: 4 })

/** A tool that a text names. */
export interface NameMatch {
  readonly docId: number
  /** One of {@link NAME_CERTAINTY}. */
  readonly certainty: number
}

/** A part of a query that names tools. */
export interface NamedText {
  readonly text: string
  readonly matches: readonly NameMatch[]
}

/** Parts of a query that are tried as names, words that are looked through for names, and words of such a name. */
const MAX_TEXTS = 32
const MAX_WORDS = 64
const MAX_NAME_WORDS = 12
/** Fewer words side by side are a phrase of the language as well, unless the request says that they are a tool. */
const NAMING_WORDS = 3
const TOOL_WORDS = new Set(['tool', 'function'])
const MAX_CUTS = 8

type IsMistyped = (text: string) => boolean

/** The names of all tools by their keys, see {@link nameKey}, found however they are written. */
export class Names {
  readonly #tools: DocIdLists<EditDistanceIndex>
  readonly #servers: Pick<Servers, 'keyOf'>
  readonly #nameOf: (docId: number) => string

  /**
   * @param servers the servers of the tools.
   * @param nameOf the name of a tool as it is written.
   */
  constructor(servers: Pick<Servers, 'keyOf'>, nameOf: (docId: number) => string, saved?: SectionReader) {
    this.#tools = new DocIdLists(new EditDistanceIndex(undefined, saved), saved)
    this.#servers = servers
    this.#nameOf = nameOf
  }

  /** Puts a tool in the place of the one of its docId. A name without letters and digits is not kept. */
  place(docId: number, name: string): void {
    this.remove(docId)
    const key = nameKey(name)
    if (key !== '') this.#tools.add(docId, key)
  }

  remove(docId: number): void {
    this.#tools.remove(docId)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#tools.save(out)
  }

  /**
   * The tools that a query names: by an identifier in it (`create_issue`, `createIssue`, `github__create_issue`,
   * `mcp__github__create_issue`, `github:create_issue`, `github.create_issue`) or by one of its subqueries as a
   * whole (`create issue`, `createissue`, `crate_issue`), or by words side by side in the last, which is the whole
   * request: three and more, or any before the word tool. One entry for each text that names any.
   *
   * @param isMistyped whether a text has a word that no tool holds; only then two slips are looked for.
   */
  match(subqueries: readonly string[], isMistyped: IsMistyped = () => true): readonly NamedText[] {
    const texts = new Map<string, string>()
    for (const [i, subquery] of subqueries.entries()) {
      // A request that is one phrase is its own only subquery.
      if (subquery === subqueries[i - 1]) continue
      texts.set(nameKey(subquery), subquery)
      for (const text of identifiersOf(subquery)) texts.set(nameKey(text), text)
    }
    texts.delete('')
    const whole = subqueries.at(-1) ?? ''
    const named = [...texts].slice(0, MAX_TEXTS).flatMap(([key, text]) => {
      const matches = this.#matchText(text, key, isMistyped)
      return matches.length > 0 ? [{ text, matches }] : []
    })
    return named.some(({ text }) => text === whole) ? named : [...named, ...this.#matchWindows(whole)]
  }

  /** Names that stand inside a longer text as words, the longest first where they overlap. */
  #matchWindows(text: string): readonly NamedText[] {
    const isPlain = isAscii(text)
    const words = (text.match(isPlain ? ASCII_WORDS : WORDS) ?? []).slice(0, MAX_WORDS)
    const keys = words.map((word) => (isPlain ? word.toLowerCase() : nameKey(word)))
    const named: NamedText[] = []
    for (let start = 0; start < keys.length; start += 1) {
      const end = this.#endOfName(keys, start)
      if (end < 0) continue
      const certainty = NAME_CERTAINTY.respelt as number
      const docIds = this.#tools.docIdsOf(keys.slice(start, end).join(''))
      const written = words.slice(start, TOOL_WORDS.has(keys[end] ?? '') ? end + 1 : end)
      named.push({ text: written.join(' '), matches: docIds.map((docId) => ({ docId, certainty })) })
      start = end - 1
    }
    return named
  }

  /** Where the longest name ends that begins at a word; -1 when none does. */
  #endOfName(keys: readonly string[], start: number): number {
    let joined = ''
    const ends: number[] = []
    const lengths: number[] = []
    for (let end = start + 1; end <= keys.length && end - start <= MAX_NAME_WORDS; end += 1) {
      joined += keys[end - 1]
      if (end - start < NAMING_WORDS && !TOOL_WORDS.has(keys[end] ?? '')) continue
      ends.push(end)
      lengths.push(joined.length)
    }
    return ends[this.#tools.keys.findLongest(joined, lengths)] ?? -1
  }

  #matchText(text: string, key: string, isMistyped: IsMistyped): readonly NameMatch[] {
    const cuts = separatorsOf(text)
    const known = [...cuts.flatMap((cut) => this.#matchQualified(cut)), ...this.#matchExact(text, key)]
    if (known.length > 0) return known
    const prefixed = cuts.flatMap((cut) => this.#matchPrefixed(cut))
    if (prefixed.length > 0) return prefixed
    const misspelt = this.#matchMisspelt(key, 1)
    const isTried = misspelt.length === 0 && this.#tools.keys.mayHaveNear(key, 2) && isMistyped(text)
    return isTried ? this.#matchMisspelt(key, 2) : misspelt
  }

  #matchQualified({ before, after }: Cut): readonly NameMatch[] {
    const server = nameKey(before)
    const spellings = server.startsWith('mcp') ? [server, server.slice('mcp'.length)] : [server]
    return this.#tools.docIdsOf(nameKey(after)).flatMap((docId) => {
      const key = this.#servers.keyOf(docId)
      return key !== '' && spellings.includes(key) ? [{ docId, certainty: NAME_CERTAINTY.qualified }] : []
    })
  }

  #matchExact(text: string, key: string): readonly NameMatch[] {
    return this.#tools.docIdsOf(key).map((docId) => ({
      docId,
      certainty: this.#nameOf(docId) === text ? NAME_CERTAINTY.exact : NAME_CERTAINTY.respelt,
    }))
  }

  /** The text before `__` or `:` may be a client's name for the server, unless it has several words. */
  #matchPrefixed({ before, separator, after }: Cut): readonly NameMatch[] {
    const isPrefix = /^(?:__|:)$/.test(separator) && !/\s/.test(before)
    return isPrefix ? this.#matchExact(after, nameKey(after)) : []
  }

  #matchMisspelt(key: string, edits: 1 | 2): readonly NameMatch[] {
    const docIds = this.#tools.keys.near(key, edits).flatMap((near) => this.#tools.docIdsOf(near))
    return docIds.map((docId) => ({ docId, certainty: NAME_CERTAINTY.misspelt }))
  }
}

/** What a word written as code writes names holds. */
const IDENTIFYING = /[_.:/-]|\p{Ll}\p{M}*\p{Lu}/u
const ASCII_IDENTIFYING = /[_.:/-]|[a-z][A-Z]/
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORDS = /[a-z0-9]+/gi

/** Words that are written as code writes names: with separators inside, or with a capital after a small letter. */
function identifiersOf(subquery: string): readonly string[] {
  // Most subqueries are words of a language, and so have none.
  const identifying = isAscii(subquery) ? ASCII_IDENTIFYING : IDENTIFYING
  if (!identifying.test(subquery)) return []
  return subquery
    .split(/\s+/)
    .filter((word) => identifying.test(word))
    .map(trimSigns)
    .filter(isIdentifier)
}

/** A word without the signs around its letters and digits; in one pass, since a query may be one long run of signs. */
function trimSigns(word: string): string {
  const start = word.search(/[\p{L}\p{N}]/u)
  if (start < 0) return ''
  let end = start
  for (const match of word.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) end = match.index + match[0].length
  return word.slice(start, end)
}

/** Whether a text is one word, written as code writes names. */
export function isIdentifier(text: string): boolean {
  return /^\S*(?:[\p{L}\p{N}]\p{M}*[_.:/-]+[\p{L}\p{N}]|\p{Ll}\p{M}*\p{Lu})\S*$/u.test(text)
}

/** A text cut in two at one of its separators. */
interface Cut {
  readonly before: string
  readonly separator: string
  readonly after: string
}

const SEPARATOR = /[_.:/-]/

/** Every place where a server's name may end and a tool's begin. */
function separatorsOf(text: string): readonly Cut[] {
  if (!SEPARATOR.test(text)) return []
  return [...text.matchAll(/[_.:/-]+/g)].slice(0, MAX_CUTS).map((match) => ({
    before: text.slice(0, match.index),
    separator: match[0],
    after: text.slice(match.index + match[0].length),
  }))
}
