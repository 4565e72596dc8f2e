import type { HostAnswer, HostHit } from '@toolscout/discovery/internal'
import { estimateTokens } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import { toSignature } from '@toolscout/schema/internal'
import type { ToolDoc } from '@toolscout/tooldoc'
import type { ToolKind } from '../find-tool.ts'

// A model that may search again chooses as well from few short lines as from many long ones, and reads a third: measured
// over 5,808 tools with 80 requests. So an answer has no counts, no reasons and no pages.

/** Hits of an answer that is surely right; almost nothing behind the third was ever chosen. */
const STRONG_HITS = 3
/** Hits of any other answer. */
const OTHER_HITS = 5
/** Tools of a listing, which has no best hit. */
export const LISTED_TOOLS = 10
/** Hits that score below this share of the best are left out. */
const MIN_SCORE_SHARE = 0.45
/** Below this confidence "probably nothing" was right 10 times of 12. */
const MIN_CONFIDENCE = 0.3
/** Longest signature with the name, in code points. */
const MAX_SIGNATURE_LENGTH = 170
/** Code points for the parameters of a tool whose name alone is too long. */
const MIN_PARAMETERS_LENGTH = 40
/** Longest sentence about a tool, in code points. */
const MAX_SENTENCE_LENGTH = 120
/** Longest repeated query, missing words, or line of trouble, in code points. */
const MAX_NOTE_LENGTH = 160
const MAX_MISSING = 5

/** The hits an answer shows when the model names neither limit nor offset. */
export function bestHits({ hits, verdict }: HostAnswer): readonly HostHit[] {
  if (verdict === undefined) return hits.slice(0, LISTED_TOOLS)
  const least = MIN_SCORE_SHARE * (hits[0]?.score ?? 0)
  return hits
    .slice(0, verdict?.level === 'strong' ? STRONG_HITS : OTHER_HITS)
    .filter(({ score }) => score >= least)
}

/** What an answer says before its hits: the words that no tool mentions, then how well the hits fit. */
export function headLines({ hits, unmatchedTerms, verdict }: HostAnswer): readonly string[] {
  const missing = unmatchedTerms.slice(0, MAX_MISSING).join(', ')
  return [
    ...(missing === '' ? [] : [`No tool mentions: ${short(missing)}`]),
    hits.length === 0 ? 'No tool matches.' : fitLine(verdict),
  ]
}

function fitLine(verdict: HostAnswer['verdict']): string {
  if (verdict === undefined) return 'Tools by id:'
  if (verdict.level === 'strong') return 'The first very likely fits.'
  return verdict.confidence < MIN_CONFIDENCE ? 'Probably nothing here does that.' : 'Nearest, best first:'
}

/** A tool in one line: how it is called, and the first sentence of what it does. */
export function toolLine({ summary, tool }: ToolDoc, name: string): string {
  const signature =
    tool !== undefined
      ? toSignature(
          { name: 'f', inputSchema: tool.inputSchema },
          { maxLength: Math.max(MIN_PARAMETERS_LENGTH, MAX_SIGNATURE_LENGTH - name.length) },
        )
      : { text: 'f' }
  const sentence = truncate(firstSentence(oneLine(summary)), MAX_SENTENCE_LENGTH)
  return `${oneLine(name)}${signature.text.slice(1)}${sentence === '' ? '' : ` // ${sentence}`}`
}

/** A full stop ends a sentence when a capital or a digit follows, so that "e.g. this" ends none. */
const SENTENCE = /^.*?(?:[.!?](?=\s+["'`(]?[\p{Lu}\p{Lo}\p{N}])|[。！？])/u

/** The first sentence of a line; the whole line where it has one only. */
export function firstSentence(line: string): string {
  return SENTENCE.exec(line)?.[0] ?? line
}

/** What is said after the hits: which of them cannot be called now, and which servers are missing. */
export function noteLines(
  answers: readonly HostAnswer[],
  shownHits: readonly HostHit[],
  nameOf: (id: string) => string,
): readonly string[] {
  const names = new Map<string, string[]>()
  for (const { id, readiness } of shownHits) {
    if (readiness === undefined || readiness.state === 'ready') continue
    const why = readiness.hint ?? readiness.state
    names.set(why, [...(names.get(why) ?? []), nameOf(id)])
  }
  const missing = new Map(
    answers.flatMap(({ degraded }) => degraded.map(({ part, reason }) => [part, reason])),
  )
  const troubles = [...missing].map(([part, reason]) => `${part}: ${reason}`).join('; ')
  return [
    ...[...names].map(([why, tools]) => `Not ready: ${short(`${tools.join(', ')}: ${why}`)}`),
    ...(troubles === '' ? [] : [`Incomplete: ${short(troubles)}`]),
  ]
}

/** Which tool runs which hits, where calls are split. */
export function kindLines(
  hits: readonly { readonly id: string; readonly kind: ToolKind }[],
  names: { readonly [Kind in ToolKind]: string },
): readonly string[] {
  return (['read', 'write', 'destructive'] as const).flatMap((kind) => {
    const ids = hits.filter((hit) => hit.kind === kind).map(({ id }) => id)
    return ids.length === 0 ? [] : [`${names[kind]} runs: ${ids.join(', ')}`]
  })
}

/** Foreign text as it is repeated in a note: one line, bounded. */
export function short(text: string): string {
  return truncate(oneLine(text), MAX_NOTE_LENGTH)
}

/** The answer to one query: what is said first, and its hits in both lengths. */
export interface AnswerSection {
  readonly head: readonly string[]
  readonly lines: readonly { readonly id: string; readonly full: string; readonly name: string }[]
}

/**
 * Puts the answers together within a budget of tokens. Where they are too long, the last hits shrink to their names, then
 * notes go, then names; the first hits of all answers count as better than their second.
 */
export function fitSections(
  sections: readonly AnswerSection[],
  notes: readonly string[],
  budgetTokens: number,
): { readonly text: string; readonly ids: readonly string[] } {
  const order = sections
    .flatMap(({ lines }) => lines.map((line, rank) => ({ line, rank })))
    .sort((a, b) => a.rank - b.rank)
    .map(({ line }) => line)
  const write = ({ full, named, noted }: Shown): string =>
    [
      ...sections.flatMap(({ head, lines }) => [
        ...head,
        ...lines.flatMap((line) => {
          const place = order.indexOf(line)
          return place < full ? [line.full] : place < named ? [line.name] : []
        }),
      ]),
      ...notes.slice(0, noted),
    ].join('\n')
  let shown: Shown = { full: order.length, named: order.length, noted: notes.length }
  let text = write(shown)
  while (estimateTokens(text) > budgetTokens && shown.named > 0) {
    shown = less(shown)
    text = write(shown)
  }
  const ids = order.slice(0, shown.named).map(({ id }) => id)
  return { text, ids: [...new Set(ids)] }
}

interface Shown {
  readonly full: number
  readonly named: number
  readonly noted: number
}

/** One step shorter; the best hit keeps its line for as long as anything else can go. */
function less({ full, named, noted }: Shown): Shown {
  if (full > 1) return { full: full - 1, named, noted }
  if (noted > 0) return { full, named, noted: noted - 1 }
  if (named > 1) return { full, named: named - 1, noted }
  return full > 0 ? { full: 0, named, noted } : { full, named: 0, noted }
}
