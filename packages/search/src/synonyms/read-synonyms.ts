import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf, type Word } from '../analysis/tokens.ts'
import { knownEnglish } from '../english.ts'

/** The synonyms of root terms. */
export interface Synonyms {
  /** The other root terms a root term means, each once; `undefined` without any. */
  readonly get: (root: string) => readonly string[] | undefined
  readonly has: (root: string) => boolean
  /** The same as {@link get} has it, as they are written; the word itself may be among them. */
  readonly writtenFor: (root: string) => readonly string[]
  /** Other ways to write what a text says at one place: `pr` for `pull request`, and the long form for the short. */
  readonly formsAt: (roots: readonly string[], start: number) => readonly OtherForm[]
  /** Whether there may be any at a root. */
  readonly beginsForm: (root: string) => boolean
}

/** Another way to write a run of root terms. */
export interface OtherForm {
  /** Root terms that it stands for. */
  readonly length: number
  /** The terms it is found by, in order: the roots of its words, an identifier such as `k8s` as a whole. */
  readonly terms: readonly string[]
  readonly written: string
}

/** The built-in lines: by subject, then by topic. */
export function builtInSynonyms(): readonly string[] {
  const subjects = Object.values(knownEnglish().synonyms)
  return subjects.flatMap((topics) => Object.values<readonly string[]>(topics).flat())
}

/** Ends the roots that are stems. */
const STEM_MARK = '*'
/** Porter's algorithm leaves two letters at the beginning of a word alone, and one where the stem is no longer. */
const HEAD_LENGTH = 2

/**
 * Reads lines of synonyms (`photo image picture`), or lines whose words on the left also mean those on the right but
 * not the other way (`umbrella rain > weather`). Lines with `=` hold an abbreviation and its long form
 * (`pr = pull request`), each of which is looked for as a phrase where the other is asked for. Lines that begin with `#`
 * say nothing. Words are brought to their roots, so one inflection covers all.
 *
 * Words are analyzed when a root is asked for that begins like them: of thousands of lines a request needs a few.
 *
 * @param isPorter whether the analyzer is the default one. Any other may give a word a root that begins otherwise, so
 * all words on the left are analyzed first.
 */
export function readSynonyms(lines: readonly string[], analyzer: Analyzer, isPorter = false): Synonyms {
  const rootsIn = (words: string): readonly string[] => rootsOf(analyzer.analyze(words))
  const text = `\n${lines.join('\n').replace(/^(?:#|.*=).*$/gm, '')}\n`
  const lineAt = (start: number): string => text.slice(start, text.indexOf('\n', start))
  /** By how words begin, or the empty text for words of other than small letters: lines by the roots of the words. */
  const read = new Map<string, Map<string, number[]>>()
  const readHead = (head: string): Map<string, number[]> => {
    const byRoot = new Map<string, number[]>()
    const starts = head === '' ? startsOfLines(text, isPorter ? OTHER : LINE) : startsByHead(text, head)
    for (const start of starts) {
      const left = leftOf(lineAt(start))
      // An analyzer of another kind may look at neighbouring words.
      for (const word of isPorter ? left.split(/\s+/) : [left]) {
        const isMeant = isPorter && isSmall(word) ? head !== '' && word.startsWith(head) : head === ''
        if (isMeant) for (const root of rootsIn(word)) addTo(byRoot, root, start)
      }
    }
    read.set(head, byRoot)
    return byRoot
  }
  const linesOf = (head: string, root: string): readonly number[] =>
    (read.get(head) ?? readHead(head)).get(root) ?? []
  /** What the words on the left of a line mean: those on the right, or each other. */
  const rightOf = (start: number): string => {
    const line = lineAt(start)
    return line.slice(line.indexOf('>') + 1)
  }
  const startsFor = (root: string): readonly number[] => {
    const found = new Set([...linesOf('', root), ...linesOf(isPorter ? headOf(root) : '', root)])
    return [...found].sort((one, other) => one - other)
  }
  const known = new Map<string, readonly string[]>()
  const get = (root: string): readonly string[] | undefined => {
    const before = known.get(root)
    if (before !== undefined) return before
    const meant = new Set(startsFor(root).flatMap((start) => rootsIn(rightOf(start))))
    meant.delete(root)
    if (meant.size === 0) return undefined
    const others = Object.freeze([...meant])
    known.set(root, others)
    return others
  }
  const writtenFor = (root: string): readonly string[] => [
    ...new Set(startsFor(root).flatMap((start) => rightOf(start).trim().split(/\s+/))),
  ]
  return { get, has: (root) => get(root) !== undefined, writtenFor, ...readForms(lines, analyzer, isPorter) }
}

function termsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap((word) => {
    const whole = word.tokens.find(({ surface, root }) => !surface && !root)?.term
    return whole === undefined ? rootsOf([word]) : whole
  })
}

/** A form: all its root terms, and the other form. */
type Form = { readonly roots: readonly string[]; readonly form: OtherForm }

/** Reads the lines with `=` that may have a form which begins with a root, when forms of that root are asked for. */
function readForms(
  lines: readonly string[],
  analyzer: Analyzer,
  isPorter: boolean,
): Pick<Synonyms, 'formsAt' | 'beginsForm'> {
  const text = `\n${lines.filter((line) => line.includes('=') && !line.startsWith('#')).join('\n')}\n`
  const byLine = new Map<number, readonly Form[]>()
  const readLine = (start: number): readonly Form[] => {
    const line = text.slice(start, text.indexOf('\n', start))
    const [short = '', long = ''] = line.split('=')
    const found = [[short, long] as const, [long, short] as const].flatMap(([one, written]) => {
      const [roots, terms] = [rootsOf(analyzer.analyze(one)), termsOf(analyzer.analyze(written))]
      return roots[0] === undefined || terms.length === 0
        ? []
        : { roots, form: { length: roots.length, terms, written } }
    })
    byLine.set(start, found)
    return found
  }
  let others: ReadonlySet<number> | undefined
  const byRoot = new Map<string, readonly Form[]>()
  const formsOf = (root: string): readonly Form[] => {
    others ??= startsOfLines(text, isPorter ? FORM_OTHER : LINE)
    const starts = new Set([...others, ...startsByHead(text, isPorter ? headOf(root) : '')])
    const read = [...starts].sort((a, b) => a - b).flatMap((start) => byLine.get(start) ?? readLine(start))
    const found = read.filter(({ roots }) => roots[0] === root)
    if (byRoot.size === MAX_ROOTS) byRoot.clear()
    byRoot.set(root, found)
    return found
  }
  const knownForms = (root: string): readonly Form[] => byRoot.get(root) ?? formsOf(root)
  return {
    beginsForm: (root) => knownForms(root).length > 0,
    formsAt: (roots, start) =>
      knownForms(roots[start] as string)
        .filter((candidate) => candidate.roots.every((own, i) => roots[start + i] === own))
        .map(({ form }) => form),
  }
}
const MAX_ROOTS = 10_000
const LINE = /[^\n]+/g
/** Words of anything but small letters. */
const OTHER = /[^a-z\s>]+/g
const FORM_OTHER = /[^a-z\s=]+/g

/** Where the lines start that hold what is looked for. */
function startsOfLines(text: string, what: RegExp): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(what), ({ index }) => text.lastIndexOf('\n', index) + 1))
}

/** Where the lines start that have a word with this beginning; what runs once is fast when it is native code. */
function startsByHead(text: string, head: string): ReadonlySet<number> {
  const starts = new Set<number>()
  if (head === '') return starts
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (!isSmall(text.charAt(at - 1))) starts.add(text.lastIndexOf('\n', at) + 1)
  }
  return starts
}

/** What every word of small letters begins with that may have this root; empty when there is none. */
function headOf(root: string): string {
  if (!root.endsWith(STEM_MARK)) return isSmall(root) ? root : ''
  const stem = root.slice(0, -1)
  return isSmall(stem) ? stem.slice(0, stem.length > HEAD_LENGTH ? HEAD_LENGTH : 1) : ''
}

/** The words of a line that mean the others. */
function leftOf(line: string): string {
  const arrow = line.indexOf('>')
  return arrow < 0 ? line : line.slice(0, arrow)
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

function isSmall(word: string): boolean {
  return /^[a-z]+$/.test(word)
}
