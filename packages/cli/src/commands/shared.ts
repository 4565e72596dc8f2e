import type { ToolPin } from '@toolscout/guard'
import { wordsOfGrade } from '@toolscout/guard/internal'
import type { ToolSummary } from '@toolscout/model'
import { nearestNames } from '@toolscout/model/internal'
import { markOf, type SuspectTool, type SuspectTools } from '../catalog/scan-listings.ts'
import { shown } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'

/** A tool as lists show it. */
export type ShownTool = Pick<ToolSummary, 'id' | 'kind' | 'summary'> & {
  readonly server: string | undefined
  /** What its texts are suspected of; absent when they are clean. */
  readonly scan?: Omit<SuspectTool, 'id'>
}

/** What a list shows of a tool. */
export function summaryOf(
  { id, kind, namespace: server, summary }: ToolSummary,
  suspects: SuspectTools,
): ShownTool {
  const suspect = suspects.get(id)
  return { id, ...(kind && { kind }), server, summary, ...(suspect && { scan: toScan(suspect) }) }
}

/** What its texts are suspected of, beside an id. */
export function toScan({ level, findings }: SuspectTool): Omit<SuspectTool, 'id'> {
  return { level, findings }
}

/** How grave a change is, why, and what changed, in one line. */
export function whatChanged({
  grade,
  reasons = [],
  changed,
}: Pick<ToolPin, 'grade' | 'reasons' | 'changed'>): string {
  const words = shown([...reasons, ...changed].join(', '), 400)
  return grade === undefined ? words : `${wordsOfGrade(grade)}: ${words}`
}

/** The line that marks a tool whose texts look like orders to a model; none for one that is clean. */
export function marksOf(
  suspect: SuspectTool | undefined,
  output: Pick<Output, 'palette'>,
): readonly string[] {
  return suspect === undefined ? [] : [`    ${markOf(suspect, output)}`]
}

/** Rejects with `SERVER_NOT_FOUND`, naming the nearest, when one of the names is that of no server. */
export async function requireServers(
  names: readonly string[] | undefined,
  servers: readonly { readonly name: string }[],
): Promise<void> {
  const known = servers.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown === undefined) return
  // Loaded here, because everything that serves comes along.
  const { ServerNotFoundError } = await import('@toolscout/gateway')
  const near = nearestNames(unknown, known, { max: 3 })
  throw new ServerNotFoundError(unknown, near.length === 0 ? known.slice(0, 3) : near)
}
