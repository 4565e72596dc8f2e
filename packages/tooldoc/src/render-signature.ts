import { oneLine, type ToolExample } from '@toolscout/model'
import { formatSignature } from '@toolscout/schema'
import { CUT_MARK, omittedLine, type RenderEntry, type RenderFormat } from './render-format.ts'
import { shownJson } from './shown-text.ts'
import type { ToolDoc } from './tool-doc.ts'

/** Stands in for the id, which may hold colons and would be quoted as a name. */
const NAME = 'f'

/**
 * A line for each tool, as TypeScript would declare it: `id(repo: string): object // What it is for`. Notes,
 * examples and references follow as comment lines, indented by two spaces. A line that begins at the margin is a tool
 * or the tail, and every foreign text stands behind `//` or inside quotes.
 */
export const signatureFormat: RenderFormat = Object.freeze({
  entry: ({ doc, detail, isCut }: RenderEntry) => {
    const parameters = detail === 'schema' || detail === 'full' ? parametersOf(doc) : ''
    const summary = detail === 'name' || doc.summary === '' ? '' : ` // ${oneLine(doc.summary)}`
    const head = `${oneLine(doc.id)}${parameters}${summary}${isCut ? ` ${CUT_MARK}` : ''}`
    return detail === 'full' ? [head, ...comments(doc)].join('\n') : head
  },
  assemble: (entries: readonly string[], omitted: number) =>
    [...entries, ...(omitted === 0 ? [] : [omittedLine(omitted)])].join('\n'),
})

function parametersOf({ tool }: ToolDoc): string {
  return tool === undefined ? '' : formatSignature({ ...tool, name: NAME }).slice(NAME.length)
}

function comments({ notes, examples, externalRefs }: ToolDoc): readonly string[] {
  const lines = (notes ?? '').split('\n').filter((line) => line.trim() !== '')
  return [
    ...lines.map(oneLine),
    ...(examples ?? []).map(exampleText),
    ...(externalRefs ?? []).map((ref) => `see ${oneLine(ref)}`),
  ].map((line) => `  // ${line}`)
}

function exampleText({ title, description, arguments: args, resultHint }: ToolExample): string {
  const label = [title, description].filter((text) => text !== undefined).map(oneLine)
  const hint = resultHint === undefined ? '' : ` -> ${oneLine(resultHint)}`
  return `example ${shownJson(args)}${hint}${label.length === 0 ? '' : ` (${label.join(': ')})`}`
}
