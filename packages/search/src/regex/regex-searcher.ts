import {
  compareHits,
  compareIds,
  compileFilter,
  type Hit,
  type SearchDocument,
  type Searcher,
} from '@toolscout/model'
import {
  checkChanges,
  checkOptions,
  checkRequest,
  nextTurn,
  type SearchField,
} from '@toolscout/model/internal'
import type { LinearPattern } from './linear-pattern.ts'

/** Options of {@link createRegexSearcher}. */
export interface RegexSearcherOptions {
  /** The clock, in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** A person waiting notices a quarter of a second; no useful pattern needs it on 10,000 tools. */
const BUDGET_MS = 250
/** How long a search holds the event loop before it lets others run. */
const SLICE_MS = 5

/** A place a match may be in, and what it is worth there. */
type Place = readonly [place: SearchField | 'id', score: number]

/** The first place in this order that matches counts. */
const PLACES: readonly Place[] = [
  ['id', 1],
  ['name', 1],
  ['title', 0.75],
  ['namespace', 0.75],
  ['tags', 0.75],
  ['description', 0.5],
  ['parameters', 0.25],
  ['parameterTexts', 0.25],
  ['values', 0.25],
  ['output', 0.25],
  ['notes', 0.25],
]

/**
 * Finds tools whose id, name or other text matches a regular expression in RE2 syntax.
 *
 * The query is the pattern, at most 200 characters; `(?i)` at its start ignores case. It is tried on each field
 * by itself, so `^` and `$` mean the field's borders. A match in the id or name scores 1, in title, namespace
 * and tags 0.75, in the description 0.5, elsewhere 0.25. A search that runs out of time gives what it found and
 * says so in `degraded`. `search` rejects with `INVALID_PATTERN` for a pattern it cannot run. The engine
 * is loaded with the first search.
 */
export function createRegexSearcher(options: RegexSearcherOptions = {}): Searcher {
  checkOptions('the options of createRegexSearcher', options, { now: 'function' })
  const now = options.now ?? ((): number => performance.now())
  const documents = new Map<string, SearchDocument>()
  let inOrder: readonly SearchDocument[] | undefined

  return Object.freeze({
    name: 'regex',
    apply: ({ upserts, removals }) => {
      checkChanges({ upserts, removals })
      for (const id of removals) documents.delete(id)
      for (const document of upserts) documents.set(document.id, document)
      inOrder = undefined
    },
    search: async (request) => {
      checkRequest(request)
      const { query, limit, filter, explain, signal } = request
      signal?.throwIfAborted()
      if (query.trim() === '') return { hits: [] }
      const { compileLinearPattern } = await import('./linear-pattern.ts')
      const pattern = compileLinearPattern(query)
      const mayMatch = prefilter(query)
      const passes = compileFilter(filter)
      inOrder ??= [...documents.values()].sort((a, b) => compareIds(a.id, b.id))
      const searched = inOrder
      const start = now()
      let sliceEnd = start + SLICE_MS
      const hits: Hit[] = []
      let done = 0
      for (const document of searched) {
        done += 1
        const place = passes(document.summary) ? placeOfMatch(document, pattern, mayMatch) : undefined
        if (place !== undefined) hits.push(toHit(document.id, place, explain === true))
        const time = now()
        if (time - start >= BUDGET_MS) break
        if (time < sliceEnd) continue
        await nextTurn()
        signal?.throwIfAborted()
        sliceEnd = now() + SLICE_MS
      }
      const best = hits.sort(compareHits).slice(0, limit)
      if (done === searched.length) return { hits: best }
      const reason = `Stopped after ${BUDGET_MS} ms with ${done} of ${searched.length} tools searched.`
      return { hits: best, degraded: [{ part: 'regex', reason }] }
    },
  } satisfies Searcher)
}

function placeOfMatch(
  document: SearchDocument,
  pattern: LinearPattern,
  mayMatch: (text: string) => boolean,
): Place | undefined {
  return PLACES.find(([field]) => {
    const text = field === 'id' ? document.id : document.fields[field]
    return text !== '' && mayMatch(text) && pattern.occursIn(text)
  })
}

function toHit(id: string, [field, score]: Place, explain: boolean): Hit {
  return explain
    ? { id, score, explanation: { label: `pattern matches ${field}`, value: score } }
    : { id, score }
}

/** A cheap test that is true for every text the pattern may occur in. */
function prefilter(pattern: string): (text: string) => boolean {
  const { text: literal, ignoreCase } = requiredLiteral(pattern)
  if (literal === '') return () => true
  return (text) => (ignoreCase ? text.toLowerCase() : text).includes(literal)
}

/** A text that every match of a pattern holds. */
export interface RequiredLiteral {
  /** Empty when nothing is known. */
  readonly text: string
  readonly ignoreCase: boolean
}

const QUANTIFIERS = new Set(['*', '?', '{'])
const PUNCTUATION = /[^A-Za-z0-9\s]/
/** Escapes of one letter for a class, a boundary or a control character; others may be longer than they look. */
const SHORT_ESCAPES = /[dDwWsSbBAzntrfv]/
/** Letters that other letters fold to beyond ASCII (long s, Kelvin sign), so their absence proves nothing. */
const FOLDED = /[skSK]/

/**
 * The longest text that occurs in every match of a pattern, as far as a simple reading can tell; empty rather
 * than wrong. Only literals outside of groups count, and an alternation outside of groups leaves none. Used to
 * skip documents without running the pattern.
 */
export function requiredLiteral(pattern: string): RequiredLiteral {
  const ignoreCase = pattern.startsWith('(?i)')
  const body = ignoreCase ? pattern.slice(4) : pattern
  if (body.includes('(?') || body.includes('\\Q') || body.includes('[')) return { text: '', ignoreCase }
  let best = ''
  let run = ''
  let depth = 0
  const endRun = (): void => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let i = 0; i < body.length; i += 1) {
    const character = body[i] as string
    if (character === '(' || character === ')') {
      depth += character === '(' ? 1 : -1
      endRun()
    } else if (depth > 0) {
      if (character === '\\') i += 1
    } else if (character === '|') {
      return { text: '', ignoreCase }
    } else if (character === '{') {
      // The bounds of a repetition are no text; an unclosed brace is left to the compiler.
      endRun()
      const close = body.indexOf('}', i)
      if (close < 0) return { text: '', ignoreCase }
      i = close
    } else if ('.^$*+?'.includes(character)) {
      endRun()
    } else {
      const escaped = character === '\\'
      const literal = escaped ? (body[i + 1] ?? '') : character
      if (escaped) i += 1
      if (escaped && !PUNCTUATION.test(literal) && !SHORT_ESCAPES.test(literal))
        return { text: '', ignoreCase }
      if ((escaped && !PUNCTUATION.test(literal)) || (ignoreCase && FOLDED.test(literal))) endRun()
      else if (QUANTIFIERS.has(body[i + 1] ?? '')) endRun()
      else run += literal
    }
  }
  endRun()
  return { text: ignoreCase ? best.toLowerCase() : best, ignoreCase }
}
