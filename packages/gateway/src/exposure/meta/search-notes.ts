import { oneLine, truncate } from '@toolscout/model/internal'
import type { GatewayAnswer, GatewayHit } from '../../gateway.ts'
import type { ToolKind } from '../tool-kind.ts'

/** Words, tools and servers that are told of each kind; more are no help. */
const MAX_TOLD = 5
/** Longest reason that is told, in code points. */
const MAX_REASON_LENGTH = 160

/** What is said before the tools; `describable` when there is more to be told of them. */
export function headLine(answer: GatewayAnswer, total: string, describable = true): string {
  const { hits, verdict } = answer
  if (hits.length === 0) return 'No tool matches.'
  if (verdict === undefined) return `${total}, by id.`
  const about = verdict.query === undefined ? '' : ` for ${JSON.stringify(shown(verdict.query))}`
  if (verdict.level === 'strong') return `${total}, best first. The first very likely fits.`
  if (verdict.level === 'weak')
    return `${total}, best first. One of the first may fit${about}${describable ? '; describe it before you call it' : ''}.`
  return `Nothing surely fits${about}; of ${total} these come nearest.`
}

/** What is said after the tools, most important first: what is missing, what is not ready, what nothing matches. */
export function noteLines(
  answer: GatewayAnswer,
  shownHits: readonly GatewayHit[],
  nameOf: (id: string) => string,
): readonly string[] {
  const { degraded, unmatchedTerms, verdict } = answer
  const missing = (verdict?.level === 'strong' ? [] : (verdict?.nearMisses ?? [])).slice(0, 2)
  return [
    ...readinessLines(shownHits, nameOf),
    ...listed(degraded, ({ part, reason }) => `${shown(part)}: ${shown(reason)}`).map(
      (line) => `Incomplete: ${line}`,
    ),
    ...(unmatchedTerms.length === 0 ? [] : [`No tool says: ${listed(unmatchedTerms, shown).join(', ')}`]),
    ...missing.map(({ id, reason }) => `${nameOf(id)}: ${shown(reason)}`),
  ]
}

/** Tools that cannot be called right now, by what to do about it. */
function readinessLines(hits: readonly GatewayHit[], nameOf: (id: string) => string): readonly string[] {
  const ids = new Map<string, string[]>()
  for (const { id, readiness } of hits) {
    if (readiness.state === 'ready') continue
    const why = shown(readiness.hint ?? readiness.state)
    ids.set(why, [...(ids.get(why) ?? []), nameOf(id)])
  }
  return [...ids].map(([why, tools]) => `Not ready: ${listed(tools, (id) => id).join(', ')}: ${why}`)
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

function listed<T>(items: readonly T[], toText: (item: T) => string): readonly string[] {
  const told = items.slice(0, MAX_TOLD).map(toText)
  return items.length > MAX_TOLD ? [...told, `${items.length - MAX_TOLD} more`] : told
}

function shown(text: string): string {
  return truncate(oneLine(text), MAX_REASON_LENGTH)
}
