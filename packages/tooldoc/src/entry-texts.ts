import { oneLine, truncate } from '@toolscout/model/internal'
import { CUT_MARK, type RenderEntry, shownJson, tellsSchema } from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'
import { MAX_TOOL_DOC_SUMMARY_LENGTH } from './tool-doc-entry.ts'

/**
 * Longest description that the level `schema` tells, in code points: about 500 tokens, which all but 33 of
 * 5,808 public tools stay within. `full` tells all of it.
 */
export const MAX_SCHEMA_DESCRIPTION_LENGTH = 2_000

/** The prose of an entry in lines, each safe to show; no text is said twice. */
export interface ProseLines {
  /** What stands beside the id; empty when there is no prose. */
  readonly head: string
  /** The title with its label; none or one. */
  readonly title: readonly string[]
  /** What of the description stands below. */
  readonly below: readonly string[]
  readonly isCut: boolean
  /** Whether its end says already that something was left out, here or where the definition was read. */
  readonly isMarked: boolean
}

/** The prose of an entry: nothing at `name`, the summary above it, from `schema` on the description, at `full` the title. */
export function proseLines({ doc, detail }: RenderEntry): ProseLines {
  const summary = detail === 'name' ? '' : oneLine(doc.summary)
  const isMarked = endsMarked(summary)
  if (!tellsSchema(detail)) return { head: summary, title: [], below: [], isCut: false, isMarked }
  const titleText = detail === 'full' ? titleOf(doc) : undefined
  const title = titleText === undefined ? [] : [`title: ${oneLine(titleText)}`]
  const whole = doc.tool?.description?.trim() ?? ''
  const line = oneLine(whole)
  if (whole === '' || (line === doc.summary && !whole.includes('\n')))
    return { head: summary, title, below: [], isCut: false, isMarked }
  const description = detail === 'full' ? whole : truncate(whole, MAX_SCHEMA_DESCRIPTION_LENGTH)
  const isRepeated = line.startsWith(doc.summary.endsWith(CUT_MARK) ? doc.summary.slice(0, -1) : doc.summary)
  const lines = linesOf(description)
  const [head = '', ...below] = isRepeated ? lines : [summary, ...lines]
  return { head, title, below, isCut: description !== whole, isMarked: endsMarked(description) }
}

/** Whether a text is as long as one that was cut and ends as one; a shorter one has the mark from its author. */
function endsMarked(text: string): boolean {
  return text.endsWith(CUT_MARK) && text.length >= MAX_TOOL_DOC_SUMMARY_LENGTH
}

/** Whether `full` says more in prose than `schema` does. */
export function hasMoreProse(doc: ToolDoc): boolean {
  const whole = doc.tool?.description?.trim() ?? ''
  return titleOf(doc) !== undefined || truncate(whole, MAX_SCHEMA_DESCRIPTION_LENGTH) !== whole
}

/** The lines of a text that are not blank, each safe to show. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
}

/** What it is where it is no tool, what a call takes, gives and needs, a line each; modes at `full` only. */
export function factLines({ doc, detail }: RenderEntry): readonly string[] {
  const { inputModes = [], outputModes = [], security = [] } = doc
  const facts: readonly (readonly [label: string, names: readonly string[]])[] = [
    ['is a', doc.kind !== undefined && tellsSchema(detail) ? [doc.kind] : []],
    ['needs', tellsSchema(detail) ? security : []],
    ['takes', detail === 'full' ? inputModes : []],
    ['gives', detail === 'full' ? outputModes : []],
  ]
  return facts.flatMap(([label, names]) =>
    names.length === 0 ? [] : [`${label} ${names.map(oneLine).join(', ')}`],
  )
}

/** How a format writes what `full` adds. */
export interface FullStyle {
  /** Stands before a line of the notes. */
  readonly note: string
  /** Stands before an example and a reference. */
  readonly item: string
  readonly call: (json: string) => string
  readonly hint: (text: string) => string
  readonly label: (text: string) => string
}

/** What `full` adds: the lines of the notes, and a line for each example and reference. */
export function fullLines(
  { notes = '', examples = [], externalRefs = [] }: ToolDoc,
  { note, item, call, hint, label }: FullStyle,
): readonly string[] {
  const exampleLines = examples.map(({ title, description, arguments: args, resultHint }) => {
    const told = [title, description].filter((text) => text !== undefined).map(oneLine)
    const given = resultHint === undefined ? '' : hint(oneLine(resultHint))
    return `example ${call(shownJson(args))}${given}${told.length === 0 ? '' : label(told.join(': '))}`
  })
  const items = [...exampleLines, ...externalRefs.map((ref) => `see ${oneLine(ref)}`)]
  return [...linesOf(notes).map((line) => `${note}${line}`), ...items.map((line) => `${item}${line}`)]
}

function titleOf({ tool, annotations }: ToolDoc): string | undefined {
  return tool?.title ?? annotations?.title
}
