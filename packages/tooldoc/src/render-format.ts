import type { JsonValue } from '@toolscout/model'
import { canonicalJson, spellJson } from '@toolscout/model/internal'
import { type Signature, toSignature } from '@toolscout/schema/describe/internal'
import type { DetailLevel, ToolDoc } from './tool-doc.ts'

/**
 * How much of a tool a rendering shows: a level of detail, nothing but its id, or, where the schema is too wide for
 * the budget, the summary and as much of the signature as fits.
 */
export type RenderedDetail = DetailLevel | 'name' | 'signature'

/** One tool of a rendering. */
export interface RenderEntry {
  readonly doc: ToolDoc
  readonly detail: RenderedDetail
  /** Longest signature in code points. Default: that of `toSignature`. */
  readonly maxSignatureLength?: number | undefined
  /** Whether the output schema is shown as its type alone, although `full` has room for the rest. */
  readonly isResultShort?: boolean
  /** Whether a lower level is shown than was asked for and would tell more; the text then says so. */
  readonly isCut: boolean
}

/** A tool or a part of it, written; `isCut` when anything was left out. */
export type WrittenText = Signature

/**
 * A way to write tools. Whatever foreign texts hold, an entry stays one entry: a reader can tell where it begins
 * and ends.
 */
export interface RenderFormat {
  /** Cut, too, when a higher level was asked for and would tell more. */
  readonly entry: (entry: RenderEntry) => WrittenText
  /** Whether `full` says more about the input schema of a tool than `schema` does. */
  readonly hasMoreSchema: (doc: ToolDoc) => boolean
  /** The last line of a text that lacks this many tools. */
  readonly omitted: (count: number) => string
}

/** Stands for what was cut. */
export const CUT_MARK = '…'

/** The line that ends a text from which tools are missing. */
export function omittedLine(omitted: number): string {
  return `${CUT_MARK} ${omitted} more ${omitted === 1 ? 'tool' : 'tools'} omitted.`
}

/** Whether a level tells how a tool is called. */
export function tellsSchema(detail: RenderedDetail): boolean {
  return detail === 'schema' || detail === 'full'
}

/** Stands in for the id, which may hold colons and would be quoted as a name. */
const NAME = 'f'

/** How the tool of an entry is called, without its name: `(repo: string): object`, the result where wanted; empty below `signature`. */
export function callSignature(
  { doc, detail, maxSignatureLength }: RenderEntry,
  hasResult = true,
): WrittenText {
  const isTold = detail === 'signature' || tellsSchema(detail)
  if (!isTold || doc.tool === undefined) return { text: '', isCut: false }
  const { inputSchema, outputSchema } = doc.tool
  const input = { name: NAME, inputSchema, ...(hasResult ? { outputSchema } : {}) }
  const { text, isCut } = toSignature(input, { maxLength: maxSignatureLength })
  return { text: text.slice(NAME.length), isCut }
}

/** A value as a rendering shows it: RFC 8785's JSON, in one line for every reader, hidden characters escaped. */
export function shownJson(value: JsonValue): string {
  return spellJson(canonicalJson(value))
}
