import { estimateTokens, type TokenCounter } from '@toolscout/model'
import { DETAIL_LEVELS, type DetailLevel, parseDetail } from './detail.ts'
import { fitLadder, type Rungs } from './fit-ladder.ts'
import type { RenderEntry, RenderedDetail, RenderFormat } from './render-format.ts'
import { jsonFormat } from './render-json.ts'
import { markdownFormat } from './render-markdown.ts'
import { signatureFormat } from './render-signature.ts'
import type { ToolDoc } from './tool-doc.ts'

/** The ways tools can be written: one JSON object, a Markdown bullet for each, or a TypeScript line for each. */
export type RenderFormatName = 'json' | 'markdown' | 'signature'

/** What {@link renderToolDocs} may use. */
export interface RenderOptions {
  /** Most that is told about any tool. */
  readonly detail: DetailLevel
  /** How tools are written: see {@link RenderFormatName}. */
  readonly format: RenderFormatName
  /** Most tokens of the whole text; an integer of 0 or more. */
  readonly budgetTokens: number
  /** Default: the estimate of the model package. Must give the same count for the same text. */
  readonly countTokens?: TokenCounter | undefined
}

/** Tools, written. Frozen. */
export interface Rendering {
  readonly text: string
  /** Tokens of the text by the given counter. */
  readonly tokens: number
  /** The tools in the text, in rank order. `cut` when less is told than was asked for and is there. */
  readonly tools: readonly { readonly id: string; readonly detail: RenderedDetail; readonly cut: boolean }[]
  /** Ids of the tools that did not fit, in rank order. */
  readonly omitted: readonly string[]
}

const FORMATS: { readonly [name in RenderFormatName]: RenderFormat } = {
  json: jsonFormat,
  markdown: markdownFormat,
  signature: signatureFormat,
}

/**
 * Fits tool docs, best first, into a budget of tokens. Every tool gets at least its id while that fits, in rank order;
 * when all of them are in, tools are raised in rank order to as much of `detail` as the budget allows. What was cut
 * ends in `…` (`"cut": true` in JSON), and a last line, which is counted too, says how many tools are missing.
 *
 * The text never has more tokens than the budget by the given counter; when not even that last line fits, it is
 * empty. A larger budget never tells less of the first tool. The same tool docs and options give the same bytes.
 * The text is counted once for each tool and level tried.
 *
 * Tool docs should be made at `detail`; members they do not have are not told and do not count as cut.
 *
 * @throws InvalidDetailError `INVALID_DETAIL`, RangeError for another budget or format.
 */
export function renderToolDocs(docs: readonly ToolDoc[], options: RenderOptions): Rendering {
  const { budgetTokens, countTokens = estimateTokens } = options
  const format = formatOf(options.format)
  const detail = parseDetail(options.detail)
  const ladders = docs.map((doc) => ladderOf(doc, detail))
  if (!Number.isInteger(budgetTokens) || budgetTokens < 0) {
    throw new RangeError(`budgetTokens is ${budgetTokens}; it must be an integer of 0 or more.`)
  }
  const texts = new Map<string, string>()
  const entryOf = (i: number, rung: number): RenderEntry => {
    const ladder = ladders[i] as readonly RenderedDetail[]
    return {
      doc: docs[i] as ToolDoc,
      detail: ladder[rung] as RenderedDetail,
      isCut: rung < ladder.length - 1,
    }
  }
  const write = (rungs: Rungs): string => {
    const entries = rungs.map((rung, i) => {
      const key = `${i} ${rung}`
      const text = texts.get(key) ?? format.entry(entryOf(i, rung))
      texts.set(key, text)
      return text
    })
    return format.assemble(entries, docs.length - rungs.length)
  }
  const fits = (text: string): boolean => countTokens(text) <= budgetTokens
  const rungs = fitLadder(
    ladders.map(({ length }) => length),
    (candidate) => fits(write(candidate)),
  )
  const written = write(rungs)
  const text = fits(written) ? written : ''
  const shown = rungs.map((rung, i) => entryOf(i, rung))
  return Object.freeze({
    text,
    tokens: countTokens(text),
    tools: Object.freeze(
      shown.map((entry) => Object.freeze({ id: entry.doc.id, detail: entry.detail, cut: entry.isCut })),
    ),
    omitted: Object.freeze(docs.slice(rungs.length).map(({ id }) => id)),
  })
}

/** The details a tool doc can be shown in, least first: levels that would tell nothing more are left out. */
function ladderOf(doc: ToolDoc, detail: DetailLevel): readonly RenderedDetail[] {
  const tellsMore: { readonly [level in DetailLevel]: boolean } = {
    summary: doc.summary !== '',
    schema: doc.tool !== undefined,
    full: doc.notes !== undefined || doc.examples !== undefined || doc.externalRefs !== undefined,
  }
  const levels = DETAIL_LEVELS.slice(0, DETAIL_LEVELS.indexOf(detail) + 1)
  return ['name', ...levels.filter((level) => tellsMore[level])]
}

function formatOf(name: RenderFormatName): RenderFormat {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name]
  throw new RangeError(`There is no format ${String(name)}; use json, markdown or signature.`)
}
