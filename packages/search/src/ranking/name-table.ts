import { isAscii } from '../analysis/split-words.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createNamedTools, nameKey } from './named-tools.ts'
import type { Servers } from './servers.ts'

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

/** Parts of a query that are tried as names, and places where a part may be cut into server and tool. */
const MAX_TEXTS = 32
const MAX_CUTS = 8

/** The names of all tools, found however they are written. */
export interface NameTable {
  readonly add: (docId: number, name: string) => void
  readonly remove: (docId: number) => void
  /**
   * The tools that a query names: by an identifier in it (`create_issue`, `createIssue`, `github__create_issue`,
   * `mcp__github__create_issue`, `github:create_issue`, `github.create_issue`) or by one of its subqueries as a
   * whole (`create issue`, `createissue`, `crate_issue`). One entry for each text that names any.
   */
  readonly match: (subqueries: readonly string[]) => readonly NamedText[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/**
 * Creates an empty {@link NameTable}, or the one that was saved.
 *
 * @param servers the servers of the tools.
 */
export function createNameTable(servers: Pick<Servers, 'keyOf'>, saved?: SectionReader): NameTable {
  const tools = createNamedTools(saved)
  const { docIdsOf } = tools

  const isOfServer = (docId: number, spellings: readonly string[]): boolean => {
    const key = servers.keyOf(docId)
    return key !== '' && spellings.includes(key)
  }
  const matchQualified = (cuts: readonly Cut[]): readonly NameMatch[] =>
    cuts.flatMap(({ before, after }) => {
      const server = nameKey(before)
      const spellings = server.startsWith('mcp') ? [server, server.slice('mcp'.length)] : [server]
      return docIdsOf(nameKey(after))
        .filter((docId) => isOfServer(docId, spellings))
        .map((docId) => ({ docId, certainty: NAME_CERTAINTY.qualified }))
    })
  const matchExact = (text: string, key: string): readonly NameMatch[] =>
    docIdsOf(key).map((docId) => ({
      docId,
      certainty: tools.nameOf(docId) === text ? NAME_CERTAINTY.exact : NAME_CERTAINTY.respelt,
    }))
  /** The text before `__` or `:` may be a client's name for the server, unless it has several words. */
  const matchPrefixed = (cuts: readonly Cut[]): readonly NameMatch[] =>
    cuts
      .filter(({ before, separator }) => /^(?:__|:)$/.test(separator) && !/\s/.test(before))
      .flatMap(({ after }) => matchExact(after, nameKey(after)))
  const matchMisspelt = (key: string): readonly NameMatch[] =>
    tools
      .near(key)
      .flatMap((near) => docIdsOf(near).map((docId) => ({ docId, certainty: NAME_CERTAINTY.misspelt })))
  const matchText = (text: string, key: string): readonly NameMatch[] => {
    const cuts = separatorsOf(text)
    const exact = matchExact(text, key)
    const known = cuts.length === 0 ? exact : [...matchQualified(cuts), ...exact]
    if (known.length > 0) return known
    const prefixed = matchPrefixed(cuts)
    return prefixed.length > 0 ? prefixed : matchMisspelt(key)
  }

  return {
    add: tools.add,
    remove: tools.remove,
    save: tools.save,
    match: (subqueries) => {
      const texts = new Map<string, string>()
      for (let i = 0; i < subqueries.length; i += 1) {
        const subquery = subqueries[i] as string
        // A request that is one phrase is its own only subquery.
        if (subquery === subqueries[i - 1]) continue
        texts.set(nameKey(subquery), subquery)
        for (const text of identifiersOf(subquery)) texts.set(nameKey(text), text)
      }
      texts.delete('')
      const named: NamedText[] = []
      let tried = 0
      for (const [key, text] of texts) {
        if (tried === MAX_TEXTS) break
        tried += 1
        const matches = matchText(text, key)
        if (matches.length > 0) named.push({ text, matches })
      }
      return named
    },
  }
}

/** What a word written as code writes names holds. */
const IDENTIFYING = /[_.:/-]|\p{Ll}\p{M}*\p{Lu}/u
const ASCII_IDENTIFYING = /[_.:/-]|[a-z][A-Z]/
const NO_TEXTS: readonly string[] = []

/** Words that are written as code writes names: with separators inside, or with a capital after a small letter. */
function identifiersOf(subquery: string): readonly string[] {
  // Most subqueries are words of a language, and so have none.
  const identifying = isAscii(subquery) ? ASCII_IDENTIFYING : IDENTIFYING
  if (!identifying.test(subquery)) return NO_TEXTS
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
const NO_CUTS: readonly Cut[] = []

/** Every place where a server's name may end and a tool's begin. */
function separatorsOf(text: string): readonly Cut[] {
  if (!SEPARATOR.test(text)) return NO_CUTS
  return [...text.matchAll(/[_.:/-]+/g)].slice(0, MAX_CUTS).map((match) => ({
    before: text.slice(0, match.index),
    separator: match[0],
    after: text.slice(match.index + match[0].length),
  }))
}
