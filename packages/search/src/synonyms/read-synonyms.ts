import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'

/** The synonyms of root terms. */
export interface Synonyms {
  /** The other root terms a root term means, each once; `undefined` without any. */
  readonly get: (root: string) => readonly string[] | undefined
  readonly has: (root: string) => boolean
}

/** A line by its roots. */
interface Line {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/**
 * Reads lines of synonyms (`photo image picture`), or lines whose words on the left also
 * mean those on the right but not the other way (`umbrella rain > weather`). Blank lines and lines that begin
 * with `#` say nothing. Words are brought to their roots, so one inflection covers all.
 *
 * A line is analyzed when a root is asked for that may occur in it: of thousands of lines a request needs a few.
 *
 * @param sources texts of any number of lines.
 * @param isPorter whether the analyzer is the default one. Any other has to analyze the left of all lines first.
 */
export function readSynonyms(sources: readonly string[], analyzer: Analyzer, isPorter = false): Synonyms {
  const text = sources.join('\n')
  const rootsIn = (words: string): readonly string[] => rootsOf(analyzer.analyze(words))
  const linesOf = isPorter ? findByHeads(text, rootsIn) : findByRoots(text, rootsIn)
  const lines = new Map<number, Line>()
  const known = new Map<string, readonly string[]>()

  const readLine = (start: number): Line => {
    const [left = '', right] = text.slice(start, lineEnd(text, start)).split('>')
    const from = rootsIn(left)
    const line = { from, to: right === undefined ? from : rootsIn(right) }
    lines.set(start, line)
    return line
  }
  const get = (root: string): readonly string[] | undefined => {
    const before = known.get(root)
    if (before !== undefined) return before
    const starts = linesOf(root)
    if (starts.length === 0) return undefined
    const meant = new Set<string>()
    for (const start of starts) {
      const line = lines.get(start) ?? readLine(start)
      if (!line.from.includes(root)) continue
      for (const other of line.to) if (other !== root) meant.add(other)
    }
    if (meant.size === 0) return undefined
    const others = Object.freeze([...meant])
    known.set(root, others)
    return others
  }
  return { get, has: (root) => get(root) !== undefined }
}

/** Where the lines start that may tell what a root means, in order; some of them say nothing of it. */
export type LineFinder = (root: string) => readonly number[]

/** The root terms of some words. */
export type RootReader = (words: string) => readonly string[]

/** Ends the roots that are stems. */
const STEM_MARK = '*'
/** Porter's algorithm leaves two letters at the beginning of a word alone, and one where the stem is no longer. */
const HEAD_LENGTH = 2
/** Words of anything but small letters. */
const OTHER = /[^a-z\s>]+/g

/** Where the line ends that starts here. */
function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** Finds lines by the roots on their left, all of which are read at once. */
function findByRoots(text: string, rootsIn: RootReader): LineFinder {
  const places = new Map<string, number[]>()
  forEachLeft(text, (start, end) => {
    for (const root of rootsIn(text.slice(start, end))) addPlace(places, root, start)
  })
  return (root) => places.get(root) ?? []
}

/**
 * Finds lines by how the words on their left begin, for an analyzer that takes Porter's stems of words of small
 * letters. Words are read when a root is asked for that begins like them; only words of other characters are read at
 * once.
 */
function findByHeads(text: string, rootsIn: RootReader): LineFinder {
  const others = new Map<string, number[]>()
  for (const { index } of text.matchAll(OTHER)) {
    const line = lineStart(text, index)
    const start = wordStart(text, index)
    if (!isOnLeft(text, line, start)) continue
    for (const root of rootsIn(text.slice(start, wordEnd(text, start)))) addPlace(others, root, line)
  }
  /** Lines by root, of all roots whose words begin with a head. */
  const byHead = new Map<string, Map<string, number[]>>()
  const readHead = (head: string): Map<string, number[]> => {
    const places = new Map<string, number[]>()
    for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
      if (wordStart(text, at) !== at) continue
      const word = text.slice(at, wordEnd(text, at))
      const line = lineStart(text, at)
      if (!isSmall(word) || !isOnLeft(text, line, at)) continue
      for (const root of rootsIn(word)) addPlace(places, root, line)
    }
    byHead.set(head, places)
    return places
  }
  return (root) => {
    const head = headOf(root)
    const places = head === '' ? undefined : (byHead.get(head) ?? readHead(head)).get(root)
    const beside = others.get(root)
    if (places === undefined || beside === undefined) return places ?? beside ?? []
    return [...new Set([...places, ...beside])].sort((one, other) => one - other)
  }
}

/** What every word of small letters begins with that may have this root; empty when there is none. */
function headOf(root: string): string {
  if (!root.endsWith(STEM_MARK)) return isSmall(root) ? root : ''
  const stem = root.slice(0, -1)
  if (!isSmall(stem)) return ''
  return stem.slice(0, stem.length > HEAD_LENGTH ? HEAD_LENGTH : 1)
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Whether a word of a line is on its left; false in a comment. */
function isOnLeft(text: string, line: number, start: number): boolean {
  return text.charAt(line) !== '#' && !text.slice(line, start).includes('>')
}

function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && !isEnd(text.charCodeAt(start - 1))) start -= 1
  return start
}

function wordEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1
  return end
}

/** Whether a word ends before a character: at white space and arrows. */
function isEnd(unit: number): boolean {
  return unit <= 0x20 || unit === 0x3e
}

/** Visits the left side of every line that is no comment. */
function forEachLeft(text: string, visit: (start: number, end: number) => void): void {
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start)
    if (text.charAt(start) !== '#') {
      const arrow = text.slice(start, end).indexOf('>')
      visit(start, arrow < 0 ? end : start + arrow)
    }
    start = end + 1
  }
}

function addPlace<Key>(places: Map<Key, number[]>, key: Key, place: number): void {
  const known = places.get(key)
  if (known === undefined) places.set(key, [place])
  else if (known.at(-1) !== place) known.push(place)
}

function isSmall(word: string): boolean {
  return /^[a-z]+$/.test(word)
}
