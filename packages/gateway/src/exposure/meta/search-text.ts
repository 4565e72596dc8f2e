import type { HostAnswer, HostHit } from '@toolscout/discovery/internal'
import { short } from '@toolscout/discovery/internal'
import { estimateTokens } from '@toolscout/model'
import type { ToolKind } from '../find-tool.ts'

/** In which words to ask, and which shown hits cannot be called now. */
export function noteLines(
  answers: readonly HostAnswer[],
  shownHits: readonly HostHit[],
  nameOf: (id: string) => string,
): readonly string[] {
  const names = new Map<string, string[]>()
  for (const { id, readiness } of shownHits) {
    // A call waits for a server that is being started.
    if (readiness === undefined || readiness.state === 'ready' || readiness.state === 'starting') continue
    const why = readiness.hint ?? readiness.state
    names.set(why, [...(names.get(why) ?? []), nameOf(id)])
  }
  const inEnglish = answers
    .flatMap((answer) => (answer.verdict?.level === 'strong' ? [] : answer.degraded))
    .flatMap(({ part, reason }) => (part === LANGUAGES_PART ? [short(reason)] : []))
  return [
    ...new Set(inEnglish),
    ...[...names].map(([why, tools]) => `Not ready: ${short(`${tools.join(', ')}: ${why}`)}`),
  ]
}

/** Which parts of the search, servers apart, did not do their work; none or one line. */
export function troubleLines(answers: readonly HostAnswer[]): readonly string[] {
  const missing = new Map(
    answers
      .flatMap(({ degraded }) => degraded)
      .flatMap(({ part, reason }) =>
        part === LANGUAGES_PART || part.startsWith(SERVER_PART)
          ? []
          : [[part, `${part}: ${reason}`] as const],
      ),
  )
  return missing.size === 0 ? [] : [`Incomplete: ${short([...missing.values()].join('; '))}`]
}

/** Beginning of the part of a degradation that is about a server that is not connected. */
export const SERVER_PART = 'server '
/** The part of a degradation that is about the language of the request; its reason says what to do. */
const LANGUAGES_PART = 'languages'

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

/** A tool of an answer in both lengths, and the ids it stands for: its own, then those of its twins. */
export interface AnswerLine {
  readonly ids: readonly string[]
  readonly full: string
  readonly name: string
}

/** The answer to one query: what is said first, and its tools. */
export interface AnswerSection {
  /** Given the names of its tools that there is room for. */
  readonly head: (names: readonly string[]) => readonly string[]
  readonly lines: readonly AnswerLine[]
  /** Whether the head names the tools, which then have no lines. */
  readonly isNamed?: boolean
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
      ...sections.flatMap(({ head, lines, isNamed = false }) => {
        const left = lines.filter((line) => order.indexOf(line) < named)
        const below = isNamed ? [] : left.map((line) => (order.indexOf(line) < full ? line.full : line.name))
        return [...head(left.map(({ name }) => name)), ...below]
      }),
      ...notes.slice(0, noted),
    ].join('\n')
  let shown: Shown = { full: order.length, named: order.length, noted: notes.length }
  let text = write(shown)
  while (estimateTokens(text) > budgetTokens && shown.named > 0) {
    shown = less(shown)
    text = write(shown)
  }
  const ids = order.slice(0, shown.named).flatMap(({ ids: [id = '', ...twins] }, place) => {
    // A name alone does not name its twins.
    return place < shown.full ? [id, ...twins] : [id]
  })
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
