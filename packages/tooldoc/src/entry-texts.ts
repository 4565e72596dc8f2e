import { oneLine, truncate } from '@toolscout/model/internal'
import { CUT_MARK, type RenderEntry, tellsSchema } from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'

/**
 * Longest description that the level `schema` tells, in code points: about 500 tokens, which all but 33 of
 * 5,808 public tools stay within. `full` tells all of it.
 */
export const MAX_SCHEMA_DESCRIPTION_LENGTH = 2_000

/** What one entry says in prose; no text is said twice. */
export interface EntryTexts {
  readonly title?: string
  readonly summary?: string
  /** May have several lines. */
  readonly description?: string
  readonly isCut: boolean
}

/** The prose of an entry: nothing at `name`, the summary above it, from `schema` on the description, at `full` the title. */
export function entryTexts({ doc, detail }: RenderEntry): EntryTexts {
  if (detail === 'name') return { isCut: false }
  const summary = doc.summary === '' ? {} : { summary: doc.summary }
  if (!tellsSchema(detail)) return { ...summary, isCut: false }
  const title = detail === 'full' ? titleOf(doc) : undefined
  const titled = title === undefined ? {} : { title }
  const whole = doc.tool?.description?.trim() ?? ''
  const line = oneLine(whole)
  if (whole === '' || (line === doc.summary && !whole.includes('\n')))
    return { ...titled, ...summary, isCut: false }
  const description = detail === 'full' ? whole : truncate(whole, MAX_SCHEMA_DESCRIPTION_LENGTH)
  const isRepeated = line.startsWith(doc.summary.endsWith(CUT_MARK) ? doc.summary.slice(0, -1) : doc.summary)
  return { ...titled, ...(isRepeated ? {} : summary), description, isCut: description !== whole }
}

/** Whether `full` says more in prose than `schema` does. */
export function hasMoreProse(doc: ToolDoc): boolean {
  const whole = doc.tool?.description?.trim() ?? ''
  return titleOf(doc) !== undefined || truncate(whole, MAX_SCHEMA_DESCRIPTION_LENGTH) !== whole
}

/** The prose of an entry in lines, each safe to show. */
export interface ProseLines {
  /** What stands beside the id; empty when there is no prose. */
  readonly head: string
  /** The title with its label; none or one. */
  readonly title: readonly string[]
  /** What of the description stands below. */
  readonly below: readonly string[]
  readonly isCut: boolean
}

/** Takes the prose of an entry apart. */
export function proseLines(entry: RenderEntry): ProseLines {
  const { title, summary, description, isCut } = entryTexts(entry)
  const lines = linesOf(description ?? '')
  const [head = '', ...below] = summary === undefined ? lines : [oneLine(summary), ...lines]
  return { head, title: title === undefined ? [] : [`title: ${oneLine(title)}`], below, isCut }
}

/** The lines of a text that are not blank, each safe to show. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
}

/** What a call takes, gives and needs, a line each; modes at `full` only. */
export function factLines({ doc, detail }: RenderEntry): readonly string[] {
  const { inputModes = [], outputModes = [], security = [] } = doc
  const facts: readonly (readonly [label: string, names: readonly string[]])[] = [
    ['needs', tellsSchema(detail) ? security : []],
    ['takes', detail === 'full' ? inputModes : []],
    ['gives', detail === 'full' ? outputModes : []],
  ]
  return facts.flatMap(([label, names]) =>
    names.length === 0 ? [] : [`${label} ${names.map(oneLine).join(', ')}`],
  )
}

function titleOf({ tool, annotations }: ToolDoc): string | undefined {
  return tool?.title ?? annotations?.title
}
