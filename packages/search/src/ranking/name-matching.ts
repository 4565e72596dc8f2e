import { nameKey } from '../analysis/split-words.ts'
import type { EditDistanceIndex } from './edit-distance-index.ts'
import { nearKeys } from './edits.ts'
import { type Cut, identifiersOf, readKey, separatorsOf } from './name-keys.ts'
import { createKeyUnits, joinKeys, MAX_WORDS, type NameFilter, type Names } from './names.ts'
import type { Servers } from './servers.ts'
import type { DocIdLists } from './tools-by-key.ts'

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

/** Parts of a query that are tried as names, and words of a name inside a longer text. */
const MAX_TEXTS = 32
const MAX_NAME_WORDS = 12
/** Fewer words side by side are a phrase of the language as well, unless the request says that they are a tool. */
const NAMING_WORDS = 3
const TOOL_WORDS = ['tool', 'function']

const NO_NAMES: readonly NamedText[] = []
const NO_MATCHES: readonly NameMatch[] = []

const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORDS = /[a-z0-9]+/gi

type IsMistyped = (text: string) => boolean

/** Finds the tools that a text names, however the names are written. */
export class NameMatcher {
  readonly #tools: DocIdLists<EditDistanceIndex>
  readonly #filter: NameFilter
  readonly #servers: Pick<Servers, 'keyOf'>
  readonly #nameOf: (docId: number) => string
  /** The text that was read last. */
  readonly #key = createKeyUnits()

  /**
   * @param servers the servers of the tools.
   * @param nameOf the name of a tool as it is written.
   */
  constructor({ tools, filter }: Names, servers: Pick<Servers, 'keyOf'>, nameOf: (docId: number) => string) {
    this.#tools = tools
    this.#filter = filter
    this.#servers = servers
    this.#nameOf = nameOf
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
    const texts = this.#textsOf(subqueries, isMistyped)
    const named = texts === undefined ? NO_NAMES : this.#matchTexts(texts, isMistyped)
    const whole = subqueries[subqueries.length - 1]
    if (whole === undefined || (named.length > 0 && named.some(({ text }) => text === whole))) return named
    return this.#withWindows(whole, named)
  }

  #matchTexts(texts: ReadonlyMap<string, string>, isMistyped: IsMistyped): readonly NamedText[] {
    const named: NamedText[] = []
    let tried = 0
    for (const [key, text] of texts) {
      tried += 1
      if (tried > MAX_TEXTS) break
      const matches = this.#matchText(text, key, isMistyped)
      if (matches.length > 0) named.push({ text, matches })
    }
    return named
  }

  /** What may name a tool, by its key: subqueries and identifiers in them; mostly nothing. */
  #textsOf(subqueries: readonly string[], isMistyped: IsMistyped): ReadonlyMap<string, string> | undefined {
    let texts: Map<string, string> | undefined
    const add = (text: string): void => {
      if (!this.#mayName(text, isMistyped)) return
      texts ??= new Map()
      texts.set(nameKey(text), text)
    }
    for (let i = 0; i < subqueries.length; i += 1) {
      const subquery = subqueries[i] as string
      // A request that is one phrase is its own only subquery.
      if (subquery === subqueries[i - 1]) continue
      add(subquery)
      if (this.#key.isPlain && this.#key.identifierCount === 0) continue
      this.#identifiersIn(subquery).forEach(add)
    }
    texts?.delete('')
    return texts
  }

  /** The identifiers in the text that was read. */
  #identifiersIn(text: string): readonly string[] {
    const { isPlain, identifiers, identifierCount } = this.#key
    if (!isPlain) return identifiersOf(text)
    const found: string[] = []
    for (let i = 0; i < 2 * identifierCount; i += 2)
      found.push(text.slice(identifiers[i], identifiers[i + 1]))
    return found
  }

  /** Reads a text; whether it, or what follows a separator in it, may be a name or almost one. */
  #mayName(text: string, isMistyped: IsMistyped): boolean {
    if (!readKey(text, this.#key)) return true
    const { length, cuts, cutCount } = this.#key
    const { longest } = this.#tools.keys
    if (length <= longest + 2 && (this.#filter.mayHoldNear(this.#key) || isMistyped(text))) return true
    for (let i = 0; i < cutCount; i += 1) {
      const start = cuts[i] as number
      if (this.#isName(start, length, this.#filter.headOf(this.#key, start))) return true
    }
    return false
  }

  /** Whether units of what was read are the key of a tool. */
  #isName(start: number, end: number, head: number): boolean {
    const { keys } = this.#tools
    const isPossible = end - start <= keys.longest && this.#filter.mayHold(head, end - start)
    return isPossible && keys.find(String.fromCharCode(...this.#key.units.subarray(start, end))) >= 0
  }

  /** Adds names that stand inside a longer text as words, the longest first where they overlap. */
  #withWindows(text: string, named: readonly NamedText[]): readonly NamedText[] {
    const isPlain = readKey(text, this.#key)
    if (!isPlain) joinKeys((text.match(WORDS) ?? []).slice(0, MAX_WORDS).map(nameKey), this.#key)
    let all = named
    for (let start = 0; start < this.#key.words; start += 1) {
      const end = this.#endOfName(start)
      if (end < 0) continue
      const words = text.match(isPlain ? ASCII_WORDS : WORDS) ?? []
      const key = words.slice(start, end).map(nameKey).join('')
      const certainty = NAME_CERTAINTY.respelt as number
      const matches = this.#tools.docIdsOf(key).map((docId) => ({ docId, certainty }))
      const written = words.slice(start, this.#isToolWord(end) ? end + 1 : end).join(' ')
      all = [...all, { text: written, matches }]
      start = end - 1
    }
    return all
  }

  /** Where the longest name ends that begins at a word; -1 when none does. */
  #endOfName(start: number): number {
    const { ends, words } = this.#key
    const from = start === 0 ? 0 : (ends[start - 1] as number)
    const head = this.#filter.headOf(this.#key, from)
    const last = Math.min(words, start + MAX_NAME_WORDS)
    let found = -1
    for (let end = start + 1; end <= last; end += 1) {
      if (end - start < NAMING_WORDS && !this.#isToolWord(end)) continue
      if (this.#isName(from, ends[end - 1] as number, head)) found = end
    }
    return found
  }

  #isToolWord(at: number): boolean {
    const { units, ends, words } = this.#key
    if (at >= words) return false
    const start = ends[at - 1] as number
    const length = (ends[at] as number) - start
    return TOOL_WORDS.some((word) => {
      let i = word.length === length ? 0 : length + 1
      while (i < length && units[start + i] === word.charCodeAt(i)) i += 1
      return i === length
    })
  }

  #matchText(text: string, key: string, isMistyped: IsMistyped): readonly NameMatch[] {
    const cuts = separatorsOf(text)
    const known = [...cuts.flatMap((cut) => this.#matchQualified(cut)), ...this.#matchExact(text, key)]
    if (known.length > 0) return known
    const prefixed = cuts.flatMap((cut) => this.#matchPrefixed(cut))
    if (prefixed.length > 0) return prefixed
    const misspelt = this.#matchMisspelt(key, 1)
    if (misspelt.length > 0) return misspelt
    return isMistyped(text) ? this.#matchMisspelt(key, 2) : NO_MATCHES
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
    const docIds = nearKeys(this.#tools.keys, key, edits).flatMap((near) => this.#tools.docIdsOf(near))
    return docIds.map((docId) => ({ docId, certainty: NAME_CERTAINTY.misspelt }))
  }
}
