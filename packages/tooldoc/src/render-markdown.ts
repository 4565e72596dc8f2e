import { oneLine, truncate } from '@toolscout/model/internal'
import type { PropertyInfo, ValueInfo } from '@toolscout/schema/internal'
import { type FullStyle, factLines, fullLines, proseLines } from './entry-texts.ts'
import {
  CUT_MARK,
  callSignature,
  omittedLine,
  type RenderEntry,
  type RenderFormat,
  shownJson,
  tellsSchema,
  type WrittenText,
} from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'
import {
  describedSchema,
  MAX_PARAMETER_TEXT_LENGTH,
  needsWholeSchema,
  tellsWholeResult,
  wholeSchemaText,
} from './whole-schema.ts'

/**
 * A bullet for each tool: `- **id**: what it is for`, with parameters, result, notes, examples and references as
 * bullets and quotes inside it. A line that begins with `- **` at the margin is a tool; everything foreign is on
 * such a line or indented below it, and code spans are as long as they need to be to hold their text.
 */
export const markdownFormat: RenderFormat = Object.freeze({
  entry: (entry: RenderEntry) => {
    const { doc, detail } = entry
    const prose = proseLines(entry)
    const schema = tellsSchema(detail) ? schemaLines(entry) : []
    const isCut = entry.isCut || prose.isCut || schema.some((line) => line.isCut)
    const isBare = entry.isCut && detail === 'name'
    const head = `- **${oneLine(doc.id)}**${prose.head === '' ? '' : `: ${prose.head}`}${isBare ? ` ${CUT_MARK}` : ''}`
    const lines = [
      ...prose.title.map((line) => `- ${line}`),
      ...prose.below.map((line) => `> ${line}`),
      ...(detail === 'signature' ? [`- called as ${codeSpan(callSignature(entry).text)}`] : []),
      ...schema.map(({ text }) => text),
      ...factLines(entry).map((line) => `- ${line}`),
      ...(detail === 'full' ? fullLines(doc, FULL_STYLE) : []),
      // What is left out comes after what is shown.
      ...(entry.isCut && !isBare && !prose.isMarked ? [CUT_MARK] : []),
    ]
    return { text: [head, ...lines.map((line) => `  ${line}`)].join('\n'), isCut }
  },
  hasMoreSchema: needsWholeSchema,
  omitted: (count: number) => `\n${omittedLine(count)}`,
})

function schemaLines(entry: RenderEntry): readonly WrittenText[] {
  const { doc, detail } = entry
  const { annotations } = doc
  const whole = detail === 'full' && needsWholeSchema(doc) ? wholeSchemaText(doc) : undefined
  const input = whole === undefined ? parameterLines(doc) : [wholeLine('input schema', whole)]
  const hints = Object.entries(annotations ?? {}).filter(([, value]) => typeof value === 'boolean')
  const hintText = hints.map(([hint, value]) => `${hint} ${value}`).join(', ')
  return [
    ...input,
    ...resultLines(entry),
    ...(hints.length === 0 ? [] : [{ text: `- hints: ${hintText}`, isCut: false }]),
  ]
}

function wholeLine(label: string, { text, isCut }: WrittenText): WrittenText {
  return { text: `- ${label} ${isCut ? text : codeSpan(text)}`, isCut }
}

function resultLines(entry: RenderEntry): readonly WrittenText[] {
  const schema = entry.doc.tool?.outputSchema
  if (schema === undefined) return []
  if (tellsWholeResult(entry)) return [wholeLine('output schema', wholeSchemaText(entry.doc, 'outputSchema'))]
  const { type, isTypeCut } = describedSchema(schema).root
  return [{ text: `- returns ${codeSpan(type)}`, isCut: isTypeCut }]
}

function parameterLines({ schemaInfo }: ToolDoc): readonly WrittenText[] {
  if (schemaInfo === undefined) return []
  const parameters = schemaInfo.properties.map(parameterLine)
  return [
    ...parameters,
    ...(parameters.length > 0 ? [] : unnamedLines(schemaInfo.root)),
    ...(schemaInfo.isCut ? [{ text: `- ${CUT_MARK}`, isCut: true }] : []),
  ]
}

function unnamedLines({ type, isTypeCut }: ValueInfo): readonly WrittenText[] {
  const isPlain = type === 'any' || type === 'object'
  const text = isPlain ? '- takes no parameters' : `- arguments: ${codeSpan(type)}`
  return [{ text, isCut: isTypeCut }]
}

function parameterLine(property: PropertyInfo): WrittenText {
  const { name, type, required, default: preset } = property
  const facts = [
    ...(required ? ['required'] : []),
    ...(preset === undefined ? [] : [`default ${codeSpan(shownJson(preset))}`]),
  ]
  const description = oneLine(property.description ?? '')
  const shown = truncate(description, MAX_PARAMETER_TEXT_LENGTH)
  const head = `- ${codeSpan(name === '' ? '""' : oneLine(name))} ${codeSpan(type)}`
  const text = `${head}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${shown === '' ? '' : `: ${shown}`}`
  return { text, isCut: property.isTypeCut || shown !== description }
}

const FULL_STYLE: FullStyle = {
  note: '> ',
  item: '- ',
  call: codeSpan,
  hint: (text) => ` gives ${text}`,
  label: (text) => `: ${text}`,
}

/** A code span (CommonMark 6.1): its fence is one backtick longer than any run inside. */
function codeSpan(line: string): string {
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  const pad = runs.length > 0 ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}
