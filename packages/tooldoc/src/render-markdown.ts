import { oneLine, type ToolExample, truncate } from '@toolscout/model'
import { describeSchema, type PropertyInfo } from '@toolscout/schema'
import { CUT_MARK, omittedLine, type RenderEntry, type RenderFormat } from './render-format.ts'
import { shownJson } from './shown-text.ts'
import type { ToolDoc } from './tool-doc.ts'

/** Longest description of a parameter, in code points: two or three sentences of the many some servers write. */
const MAX_PARAMETER_TEXT_LENGTH = 300

/**
 * A bullet for each tool: `- **id**: what it is for`, with parameters, result, notes, examples and references as
 * bullets and quotes inside it. A line that begins with `- **` at the margin is a tool; everything foreign is on
 * such a line or indented below it, and code spans are as long as they need to be to hold their text.
 */
export const markdownFormat: RenderFormat = Object.freeze({
  entry: ({ doc, detail, isCut }: RenderEntry) => {
    const summary = detail === 'name' || doc.summary === '' ? '' : `: ${oneLine(doc.summary)}`
    const head = `- **${oneLine(doc.id)}**${summary}${isCut ? ` ${CUT_MARK}` : ''}`
    const lines = [
      ...(detail === 'schema' || detail === 'full' ? schemaLines(doc) : []),
      ...(detail === 'full' ? fullLines(doc) : []),
    ]
    return [head, ...lines.map((line) => `  ${line}`)].join('\n')
  },
  assemble: (entries: readonly string[], omitted: number) =>
    [...entries, ...(omitted === 0 ? [] : [`\n${omittedLine(omitted)}`])].join('\n'),
})

function schemaLines({ tool, schemaInfo, annotations }: ToolDoc): readonly string[] {
  const parameters = (schemaInfo?.properties ?? []).map(parameterLine)
  const unnamed = schemaInfo !== undefined && parameters.length === 0 ? schemaInfo.root.type : 'any'
  const hints = Object.entries(annotations ?? {}).filter(([, value]) => typeof value === 'boolean')
  return [
    ...parameters,
    ...(unnamed === 'any' || unnamed === 'object' ? [] : [`- arguments: ${codeSpan(unnamed)}`]),
    ...(schemaInfo?.isCut === true ? [`- ${CUT_MARK}`] : []),
    ...(tool?.outputSchema === undefined
      ? []
      : [`- returns ${codeSpan(describeSchema(tool.outputSchema).root.type)}`]),
    ...(hints.length === 0
      ? []
      : [`- hints: ${hints.map(([hint, value]) => `${hint} ${value}`).join(', ')}`]),
  ]
}

function parameterLine({ name, type, required, default: preset, description }: PropertyInfo): string {
  const facts = [
    ...(required ? ['required'] : []),
    ...(preset === undefined ? [] : [`default ${codeSpan(shownJson(preset))}`]),
  ]
  const text =
    description === undefined ? '' : `: ${truncate(oneLine(description), MAX_PARAMETER_TEXT_LENGTH)}`
  return `- ${codeSpan(name === '' ? '""' : oneLine(name))} ${codeSpan(type)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${text}`
}

function fullLines({ notes, examples, externalRefs }: ToolDoc): readonly string[] {
  const quoted = (notes ?? '').split('\n').filter((line) => line.trim() !== '')
  return [
    ...quoted.map((line) => `> ${oneLine(line)}`),
    ...(examples ?? []).map(exampleLine),
    ...(externalRefs ?? []).map((ref) => `- see ${oneLine(ref)}`),
  ]
}

function exampleLine({ title, description, arguments: args, resultHint }: ToolExample): string {
  const label = [title, description].filter((text) => text !== undefined).map(oneLine)
  const hint = resultHint === undefined ? '' : ` gives ${oneLine(resultHint)}`
  return `- example ${codeSpan(shownJson(args))}${hint}${label.length === 0 ? '' : `: ${label.join(': ')}`}`
}

/** A code span (CommonMark 6.1): its fence is one backtick longer than any run inside. */
function codeSpan(line: string): string {
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  const pad = runs.length > 0 ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}
