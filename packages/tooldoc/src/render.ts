import { estimateTokens, type TokenCounter } from '@toolscout/model'
import { checkWhole, quote, requireKnownMembers } from '@toolscout/model/internal'
import { DEFAULT_SIGNATURE_OPTIONS } from '@toolscout/schema/describe/internal'
import { hasMoreProse } from './entry-texts.ts'
import { fitLadder, type Rungs } from './fit-ladder.ts'
import type { RenderEntry, RenderedDetail, RenderFormat, WrittenText } from './render-format.ts'
import { markdownFormat } from './render-markdown.ts'
import { signatureFormat } from './render-signature.ts'
import type { ToolDoc } from './tool-doc.ts'
import { DEFAULT_DETAIL, DETAIL_LEVELS, type DetailLevel, parseDetail } from './tool-doc.ts'
import { needsWholeResult } from './whole-schema.ts'

/** The ways tools can be written: a Markdown bullet for each, or a TypeScript line for each. */
export type RenderFormatName = 'markdown' | 'signature'

/** Options of {@link renderToolDocs}. */
export interface RenderOptions {
  /** Highest level of detail of any tool. Default `schema`. */
  readonly detail?: DetailLevel | undefined
  /** How tools are written: see {@link RenderFormatName}. Default `markdown`. */
  readonly format?: RenderFormatName | undefined
  /** Most tokens of the whole text; an integer of 0 or more. Default 2,000. */
  readonly budgetTokens?: number | undefined
  /** Default: the estimate of the model package. Must give the same count for the same text. */
  readonly countTokens?: TokenCounter | undefined
}

/** The format that tells most of it in words. */
const DEFAULT_FORMAT: RenderFormatName = 'markdown'
/** About fifteen usual tools: what an agent reads without losing sight of its task. */
const DEFAULT_BUDGET_TOKENS = 2_000

const OPTION_NAMES = ['detail', 'format', 'budgetTokens', 'countTokens'] satisfies (keyof RenderOptions)[]

/** Tools, written. Frozen. */
export interface Rendering {
  readonly text: string
  /** Tokens of the text by the given counter. */
  readonly tokens: number
  /**
   * The tools in the text, in rank order. `cut` when the text holds less than requested and available: a lower level, or a
   * signature, type or text that is not whole. The text is marked where it is.
   */
  readonly tools: readonly { readonly id: string; readonly detail: RenderedDetail; readonly cut: boolean }[]
  /** Ids of the tools that did not fit, in rank order. */
  readonly omitted: readonly string[]
}

const FORMATS: { readonly [name in RenderFormatName]: RenderFormat } = {
  markdown: markdownFormat,
  signature: signatureFormat,
}

/**
 * Fits tool docs, best first, into a budget of tokens. Every tool gets at least its id while that fits, in rank order;
 * when all of them are in, tools are raised in rank order to as much of `detail` as the budget allows. `full` holds the
 * whole input schema and, where there is room, the whole output schema, each up to 200,000 code units. `…` is where something was left out, and a last
 * line, which is counted too, says how many tools are missing.
 *
 * The text never has more tokens than the budget by the given counter; when not even that last line fits, it is
 * empty. A larger budget never tells less of the first tool. The same tool docs and options give the same bytes.
 * Entries are counted one by one and added up, and the whole a few times, so the cost is linear in the tools. A counter
 * that counts texts together for less than apart may leave some of the budget unused.
 *
 * Tool docs should be made at `detail`; members they do not have are not told and do not count as cut.
 *
 * @throws InvalidDetailError `INVALID_DETAIL`, RangeError for another budget or format, TypeError for an unknown option
 * and for a count that is no number of 0 or more.
 */
export function renderToolDocs(docs: readonly ToolDoc[], options: RenderOptions = {}): Rendering {
  requireKnownMembers('the options of a rendering', options, OPTION_NAMES)
  const format = formatOf(options.format ?? DEFAULT_FORMAT)
  const detail = parseDetail(options.detail ?? DEFAULT_DETAIL)
  const budgetTokens = checkWhole('budgetTokens', options.budgetTokens ?? DEFAULT_BUDGET_TOKENS, 0)
  const countTokens = checkedCounter(options.countTokens ?? estimateTokens)
  const ladders = docs.map((doc) => ladderOf(doc, detail, format.hasMoreSchema))
  const written = docs.map((): { readonly entry: WrittenText; tokens?: number }[] => [])
  const write = (i: number, rung: number): { readonly entry: WrittenText; tokens?: number } => {
    const [doc, ladder, known] = [docs[i] as ToolDoc, ladders[i] as readonly Rung[], written[i] ?? []]
    known[rung] ??= {
      entry: format.entry({ doc, ...(ladder[rung] as Rung), isCut: rung < ladder.length - 1 }),
    }
    return known[rung]
  }
  const assemble = (rungs: Rungs): string =>
    [
      ...rungs.map((rung, i) => write(i, rung).entry.text),
      ...(rungs.length < docs.length ? [format.omitted(docs.length - rungs.length)] : []),
    ].join('\n')
  const itemCost = (i: number, rung: number): number => {
    const known = write(i, rung)
    known.tokens ??= countTokens(known.entry.text)
    return known.tokens
  }
  const heights = ladders.map(({ length }) => length)
  const wholeCost = (rungs: Rungs): number => countTokens(assemble(rungs))
  const rungs = fitLadder({ heights, itemCost, wholeCost }, budgetTokens)
  const whole = assemble(rungs)
  const text = countTokens(whole) <= budgetTokens ? whole : ''
  const tools = rungs.map((rung, i) => {
    const { detail: shown } = (ladders[i] as readonly Rung[])[rung] as Rung
    return Object.freeze({ id: docs[i]?.id ?? '', detail: shown, cut: write(i, rung).entry.isCut })
  })
  return Object.freeze({
    text,
    tokens: countTokens(text),
    tools: Object.freeze(tools),
    omitted: Object.freeze(docs.slice(rungs.length).map(({ id }) => id)),
  })
}

/** What a tool doc can be shown as. */
type Rung = Pick<RenderEntry, 'detail' | 'maxSignatureLength' | 'isResultShort'>

/**
 * Signatures between summary and schema, in code points, up to the longest signature of a schema: steps of at most
 * double leave less than half of what is there unused, and each is counted, so there are few.
 */
const SIGNATURE_RUNGS: readonly Rung[] = [100, 200, 400, 700, DEFAULT_SIGNATURE_OPTIONS.maxLength].map(
  (maxSignatureLength) => Object.freeze({ detail: 'signature' as const, maxSignatureLength }),
)

/** The ways a tool doc can be shown, least first: those that would tell nothing more are left out. */
function ladderOf(
  doc: ToolDoc,
  detail: DetailLevel,
  hasMoreSchema: RenderFormat['hasMoreSchema'],
): readonly Rung[] {
  const hasTool = doc.tool !== undefined
  const added = doc.notes ?? doc.examples ?? doc.externalRefs
  const modes = doc.inputModes ?? doc.outputModes
  const tellsMore: { readonly [level in DetailLevel]: boolean } = {
    summary: doc.summary !== '',
    schema: hasTool,
    full:
      added !== undefined ||
      (hasTool && (modes !== undefined || hasMoreProse(doc) || hasMoreSchema(doc) || needsWholeResult(doc))),
  }
  const levels = DETAIL_LEVELS.slice(0, DETAIL_LEVELS.indexOf(detail) + 1)
  // Without parameters a signature is as long as the shown schema.
  const signatures = (doc.schemaInfo?.properties.length ?? 0) > 0 ? SIGNATURE_RUNGS : []
  const told = levels.filter((level) => tellsMore[level])
  return [
    { detail: 'name' },
    ...told.flatMap((level): readonly Rung[] => [
      ...(level === 'schema' ? signatures : []),
      // What a call needs goes before what it gives.
      ...(level === 'full' && needsWholeResult(doc) ? [{ detail: level, isResultShort: true }] : []),
      { detail: level },
    ]),
  ]
}

function checkedCounter(countTokens: TokenCounter): TokenCounter {
  return (text) => {
    const tokens: unknown = countTokens(text)
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens
    const found =
      tokens instanceof Promise ? 'a promise' : typeof tokens === 'number' ? `${tokens}` : quote(tokens)
    throw new TypeError(`countTokens gave ${found}; it must give a number of 0 or more, at once.`)
  }
}

function formatOf(name: RenderFormatName): RenderFormat {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name]
  throw new RangeError(`There is no format ${quote(name)}; use ${Object.keys(FORMATS).join(', ')}.`)
}
