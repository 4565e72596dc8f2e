import type { ToolExample } from '@toolscout/model'
import { oneLine } from '@toolscout/model/internal'
import { callSignature } from './call-signature.ts'
import { factLines, linesOf, proseLines } from './entry-texts.ts'
import { CUT_MARK, omittedLine, type RenderEntry, type RenderFormat } from './render-format.ts'
import { shownJson } from './shown-text.ts'
import type { ToolDoc } from './tool-doc.ts'

/**
 * A line for each tool, as TypeScript would declare it: `id(repo: string): object // What it is for`. Further lines of
 * its description, notes, examples and references follow as comment lines, indented by two spaces. A line that begins at the margin is a tool
 * or the tail, and every foreign text stands behind `//` or inside quotes.
 */
export const signatureFormat: RenderFormat = Object.freeze({
  entry: (entry: RenderEntry) => {
    const { doc, detail } = entry
    const { text: parameters, isCut: isSignatureCut } = callSignature(entry)
    const prose = proseLines(entry)
    const isCut = entry.isCut || isSignatureCut || prose.isCut
    const comment = prose.head === '' ? '' : ` // ${prose.head}`
    const head = `${oneLine(doc.id)}${parameters}${comment}${isCut ? ` ${CUT_MARK}` : ''}`
    const below = [
      ...prose.title,
      ...prose.below,
      ...factLines(entry),
      ...(detail === 'full' ? fullLines(doc) : []),
    ]
    return { text: [head, ...below.map((line) => `  // ${line}`)].join('\n'), isCut }
  },
  assemble: (entries: readonly string[], omitted: number) =>
    [...entries, ...(omitted === 0 ? [] : [omittedLine(omitted)])].join('\n'),
})

function fullLines({ notes, examples, externalRefs }: ToolDoc): readonly string[] {
  return [
    ...linesOf(notes ?? ''),
    ...(examples ?? []).map(exampleText),
    ...(externalRefs ?? []).map((ref) => `see ${oneLine(ref)}`),
  ]
}

function exampleText({ title, description, arguments: args, resultHint }: ToolExample): string {
  const label = [title, description].filter((text) => text !== undefined).map(oneLine)
  const hint = resultHint === undefined ? '' : ` -> ${oneLine(resultHint)}`
  return `example ${shownJson(args)}${hint}${label.length === 0 ? '' : ` (${label.join(': ')})`}`
}
