import { oneLine } from '@toolscout/model/internal'
import { type FullStyle, factLines, fullLines, proseLines } from './entry-texts.ts'
import { CUT_MARK, callSignature, omittedLine, type RenderEntry, type RenderFormat } from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'
import { needsWholeSchema, tellsWholeResult, wholeSchemaText } from './whole-schema.ts'

/**
 * A line for each tool, as TypeScript would declare it: `id(repo: string): object // What it is for`. Further lines of
 * its description, notes, examples and references follow as comment lines, indented by two spaces. A line that begins at the margin is a tool
 * or the tail, and every foreign text stands behind `//` or inside quotes.
 */
export const signatureFormat: RenderFormat = Object.freeze({
  entry: (entry: RenderEntry) => {
    const { doc, detail } = entry
    const result = tellsWholeResult(entry) ? wholeSchemaText(doc, 'outputSchema') : undefined
    const { text: parameters, isCut: isSignatureCut } = callSignature(entry, result === undefined)
    const prose = proseLines(entry)
    const whole = detail === 'full' && saysMore(doc) ? wholeSchemaText(doc) : undefined
    // A whole schema makes up for what the signature leaves out.
    const isSchemaCut = result?.isCut === true || (whole === undefined ? isSignatureCut : whole.isCut)
    const isCut = entry.isCut || isSchemaCut || prose.isCut
    const isBare = entry.isCut && (detail === 'name' || detail === 'summary')
    const comment = prose.head === '' ? '' : ` // ${prose.head}`
    const head = `${oneLine(doc.id)}${parameters}${comment}${isBare && comment === '' ? ` ${CUT_MARK}` : ''}`
    const below = [
      ...prose.title,
      ...prose.below,
      ...factLines(entry),
      ...(whole === undefined ? [] : [`input schema ${whole.text}`]),
      ...(result === undefined ? [] : [`output schema ${result.text}`]),
      ...(detail === 'full' ? fullLines(doc, FULL_STYLE) : []),
      // What is left out comes after what is shown.
      ...(entry.isCut && !(isBare && comment === '') && !prose.isMarked ? [CUT_MARK] : []),
    ]
    return { text: [head, ...below.map((line) => `  // ${line}`)].join('\n'), isCut }
  },
  hasMoreSchema: saysMore,
  omitted: omittedLine,
})

/** A signature has no descriptions of parameters. */
function saysMore(doc: ToolDoc): boolean {
  const { properties = [] } = doc.schemaInfo ?? {}
  return needsWholeSchema(doc) || properties.some(({ description }) => description !== undefined)
}

const FULL_STYLE: FullStyle = {
  note: '',
  item: '',
  call: (json) => json,
  hint: (text) => ` -> ${text}`,
  label: (text) => ` (${text})`,
}
