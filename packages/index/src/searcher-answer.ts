import {
  compareHits,
  type Degradation,
  type Explanation,
  type Hit,
  SEARCH_FIELDS,
  type Searcher,
  type ToolSummary,
  type Verdict,
} from '@toolscout/model'
import {
  type Assistance,
  isJsonObject,
  type NearMiss,
  quote,
  readTexts,
  SEARCH_MODES,
  SEARCH_STAGES,
  toShownText,
  VERDICT_LEVELS,
  VERDICT_LIMITS,
} from '@toolscout/model/internal'
import type { SearchAnswer, ToolHit } from './tool-index.ts'

/** Most words that are reported as found in no tool. */
export const MAX_UNMATCHED_TERMS = 20
/** Expansion terms of one answer that are passed on; our expander gives at most ten for each query. */
export const MAX_EXPANDED_TERMS = 32
/** Degradations of one searcher that are passed on. */
const MAX_DEGRADATIONS = 16
/** Numbers in one explanation, ours has some twenty for each word of a query; and its levels, fewer than twenty. */
const MAX_EXPLANATION = { nodes: 20_000, depth: 64 }
/** Longest texts of a searcher that are passed on, in code points; the label of an explanation may hold the query. */
const MAX_LENGTH = { part: 64, reason: 500, term: 128, label: 5_000 }

/** The summary of a tool that is registered and passes the filter of the search. */
export type ToolLookup = (id: string) => ToolSummary | undefined

/** What is checked of an answer to a request. */
export interface CheckedRequest {
  readonly searcher: Searcher
  readonly limit: number
  readonly passing: ToolLookup
  /** Whether every hit must be explained. Default false. */
  readonly explain?: boolean | undefined
}

/** A checked answer; its members are frozen. */
export interface ReadAnswer extends Omit<SearchAnswer, 'version'> {
  /** Hits that took up the limit and were dropped, because their tools are not registered or do not pass the filter. */
  readonly dropped: number
}

/**
 * Reads the answer of any searcher. Hits of tools that are gone or do not pass the filter are dropped; what breaks the
 * contract (scores, order, repetitions, limit) is corrected and reported as a degradation.
 *
 * @throws TypeError when it is not an answer.
 */
export function readAnswer(answer: unknown, request: CheckedRequest): ReadAnswer {
  const { searcher, limit, passing } = request
  const given: unknown = isJsonObject(answer) ? answer.hits : undefined
  if (!isJsonObject(answer) || !Array.isArray(given)) {
    throw new TypeError(`The searcher ${quote(searcher.name)} answered no list of hits: ${quote(answer)}.`)
  }
  const faults = new Set<string>()
  const { hits, dropped } = readHits(given, request, faults)
  if (hits.some((hit, i) => i > 0 && compareHits(hits[i - 1] as Hit, hit) >= 0)) {
    faults.add('order')
    hits.sort(compareHits)
  }
  if (hits.length > limit) faults.add('limit')
  // With a limit of 0, the verdict is about the hits that a higher limit would give.
  const hasHits = hits.length > 0 || limit === 0
  const verdict = readPart('verdict', answer.verdict, faults, (part) => readVerdict(part, hasHits, passing))
  const assistance = readPart('assistance', answer.assistance, faults, readAssistance)
  const { degraded: parts = [], unmatchedTerms: terms } = answer
  const words = (Array.isArray(terms) ? terms : []).filter((term: unknown) => typeof term === 'string')
  const degraded = (Array.isArray(parts) ? parts.slice(0, MAX_DEGRADATIONS) : [parts]).flatMap(
    (part: unknown) => readPart('degraded', part ?? null, faults, readDegradation) ?? [],
  )
  if (faults.size > 0) {
    const reason = `The searcher's answer broke its contract and was mended: ${[...faults].join(', ')}.`
    degraded.push(Object.freeze({ part: searcher.name, reason }))
  }
  return {
    hits: Object.freeze(hits.slice(0, limit)),
    unmatchedTerms: texts(words, MAX_UNMATCHED_TERMS, MAX_LENGTH.term),
    degraded: Object.freeze(degraded),
    ...(verdict === undefined ? {} : { verdict }),
    ...(assistance === undefined ? {} : { assistance }),
    dropped: given.length < limit ? 0 : dropped,
  }
}

function readHits(
  given: readonly unknown[],
  { passing, explain = false }: CheckedRequest,
  faults: Set<string>,
): { readonly hits: ToolHit[]; readonly dropped: number } {
  const hits = new Map<string, ToolHit>()
  let dropped = 0
  for (const value of given) {
    // Each member is read once, since a getter may give another value the second time.
    const { id, score, explanation: tree } = isJsonObject(value) ? value : {}
    const isScore = typeof score === 'number' && Number.isFinite(score) && score >= 0
    const summary = typeof id === 'string' && isScore ? passing(id) : undefined
    if (typeof id !== 'string' || !isScore) faults.add('score')
    // The tool may have gone or changed while the searcher was at work.
    else if (summary === undefined) dropped += 1
    else if (hits.has(id)) faults.add('repetition')
    else {
      const explanation = explain ? readPart('explanation', tree ?? null, faults, readExplanation) : undefined
      const explained = explanation === undefined ? {} : { explanation }
      hits.set(id, Object.freeze({ id, score, summary, ...explained }))
    }
  }
  return { hits: [...hits.values()], dropped }
}

/** Reads a part of an answer that may be absent; one of another shape is left out and reported as a fault. */
function readPart<Part>(
  name: string,
  given: unknown,
  faults: Set<string>,
  read: (given: unknown) => Part,
): Part | undefined {
  if (given === undefined) return undefined
  try {
    return read(given)
  } catch {
    faults.add(name)
    return undefined
  }
}

const NO_MATCH: Verdict = Object.freeze({ level: 'none', confidence: 0, nearMisses: Object.freeze([]) })

/**
 * Near misses name only tools that are registered and pass the filter. Where none are shown, beside `strong` and without
 * hits, they are not read, since reading may be what works them out.
 */
function readVerdict(given: unknown, hasHits: boolean, passing: ToolLookup): Verdict {
  const all = members(given)
  const { level: named, confidence, certainty, missing } = all
  const level = oneOf(VERDICT_LEVELS, named)
  const near =
    level === 'strong' || !hasHits ? [] : list(all.nearMisses, VERDICT_LIMITS.nearMisses, readNearMiss)
  const shown = near.filter(({ id }) => passing(id) !== undefined)
  const absent = missing === undefined ? [] : texts(missing, VERDICT_LIMITS.words, VERDICT_LIMITS.wordLength)
  const verdict = { level, confidence: number(confidence, 1), nearMisses: Object.freeze(shown) }
  const sure = certainty === undefined ? {} : { certainty: number(certainty, 1) }
  const told = absent.length > 0 ? { missing: absent } : {}
  return Object.freeze({ ...(hasHits ? { ...verdict, ...sure } : NO_MATCH), ...told })
}

function readNearMiss(given: unknown): NearMiss {
  const { id, lacks, unasked, reason } = members(given)
  const { words, wordLength, reasonLength } = VERDICT_LIMITS
  return {
    id: typeof id === 'string' ? id : broken(),
    lacks: texts(lacks, words, wordLength),
    unasked: texts(unasked, words, wordLength),
    reason: text(reason, reasonLength),
  }
}

function readAssistance(given: unknown): Assistance {
  const { modeUsed, expandedTerms, usage, modelCalls, stages } = members(given)
  const { inputTokens, outputTokens, isEstimated } = members(usage)
  return Object.freeze({
    modeUsed: oneOf(SEARCH_MODES, modeUsed),
    expandedTerms: texts(expandedTerms, MAX_EXPANDED_TERMS, MAX_LENGTH.term),
    usage: Object.freeze({
      inputTokens: integer(inputTokens),
      outputTokens: integer(outputTokens),
      ...(isEstimated === true ? { isEstimated } : {}),
    }),
    ...(modelCalls !== undefined && { modelCalls: integer(modelCalls) }),
    stages: list(stages, SEARCH_STAGES.length, (run) => {
      const { stage, durationMs } = members(run)
      return { stage: oneOf(SEARCH_STAGES, stage), durationMs: number(durationMs) }
    }),
  })
}

function readDegradation(given: unknown): Degradation {
  const { part, reason } = members(given)
  return Object.freeze({ part: text(part, MAX_LENGTH.part), reason: text(reason, MAX_LENGTH.reason) })
}

function readExplanation(given: unknown): Explanation {
  let nodes = 0
  const read = (node: unknown, depth: number): Explanation => {
    nodes += 1
    if (nodes > MAX_EXPLANATION.nodes || depth > MAX_EXPLANATION.depth) broken()
    const { label, value, children, met } = members(node)
    if (typeof value !== 'number' || !Number.isFinite(value)) broken()
    const number = { label: text(label, MAX_LENGTH.label), value }
    const own = met === undefined ? number : { ...number, met: readMet(met) }
    if (children === undefined) return own
    return { ...own, children: list(children, MAX_EXPLANATION.nodes, (child) => read(child, depth + 1)) }
  }
  return Object.freeze(read(given, 1))
}

function readMet(given: unknown): NonNullable<Explanation['met']> {
  const { word, fields } = members(given)
  const named = texts(fields, SEARCH_FIELDS.length, MAX_LENGTH.part)
  return Object.freeze({ word: text(word, MAX_LENGTH.term), fields: named })
}

/** Ends the reading of a part, see {@link readPart}. */
function broken(): never {
  throw new TypeError('A part of the answer has another shape.')
}

function members(given: unknown): { readonly [member: string]: unknown } {
  return isJsonObject(given) ? given : broken()
}

function list<Item extends object>(
  given: unknown,
  max: number,
  read: (item: unknown) => Item,
): readonly Item[] {
  if (!Array.isArray(given)) broken()
  return Object.freeze(given.slice(0, max).map((item: unknown) => Object.freeze(read(item))))
}

function oneOf<Name extends string>(names: readonly Name[], given: unknown): Name {
  return names.find((name) => name === given) ?? broken()
}

function number(given: unknown, max: number = Number.MAX_VALUE): number {
  return typeof given === 'number' && given >= 0 && given <= max ? given : broken()
}

function integer(given: unknown): number {
  return Number.isSafeInteger(given) ? number(given) : broken()
}

function text(given: unknown, length: number): string {
  return typeof given === 'string' ? toShownText(given, length) : broken()
}

function texts(given: unknown, count: number, length: number): readonly string[] {
  return readTexts(given, { count, length }) ?? broken()
}
