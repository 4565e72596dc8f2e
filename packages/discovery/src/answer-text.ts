import type { Verdict } from '@toolscout/model'
import { oneLine, truncate } from '@toolscout/model/internal'
import { toSignature } from '@toolscout/schema/describe/internal'
import type { ToolDoc } from '@toolscout/tooldoc'
import type { HostHit } from './tool-host.ts'

// What a model reads of a search answer, written once for every program that shows one. A model that may search again
// chooses as well from few short lines as from many long ones, so an answer has no counts, no reasons and no pages.

/** Most hits of an answer by its level. Almost nothing behind the third of a strong one was ever chosen. */
const SHOWN_HITS: { readonly [Level in Verdict['level']]: number } = { strong: 3, weak: 5, none: 3 }
/** Tools of a listing, which has no best hit. */
export const LISTED_TOOLS = 10
/** Hits that score below this share of the best are left out. */
const MIN_SCORE_SHARE = 0.45
/** Longest signature with the name, in code points: of a tool to choose among others, and of one to call as it stands. */
const MAX_SIGNATURE_LENGTH = { choice: 170, best: 300 } as const
/** Code points for the parameters of a tool whose name alone is too long. */
const MIN_PARAMETERS_LENGTH = 40
/** Longest sentence about a tool, in code points. */
const MAX_SENTENCE_LENGTH = 120
/** Longest repeated query, missing names, or line of trouble, in code points. */
const MAX_NOTE_LENGTH = 160
const MAX_MISSING = 5
/** From this search for the same thing on, an answer says what to do instead. */
const REPEATED_SEARCHES = 2
/** From this one on, an answer that nothing fits names no tools. */
const MAX_SEARCHES = 3

/** How an answer is asked for. */
export interface AnswerOptions {
  /** Most hits, in the place of the usual three to five; hits far below the best one are left out all the same. */
  readonly limit?: number | undefined
  /** How often this was searched for without a sure answer, this time included. Default 1. */
  readonly searches?: number | undefined
}

/** The hits that are worth showing; none where it was said often enough that nothing fits. */
export function bestHits<Hit extends Pick<HostHit, 'score'>>(
  { hits, verdict }: { readonly hits: readonly Hit[]; readonly verdict?: Verdict | undefined },
  { limit, searches = 1 }: AnswerOptions = {},
): readonly Hit[] {
  if (verdict === undefined) return hits.slice(0, limit ?? LISTED_TOOLS)
  if (verdict.level === 'none' && searches >= MAX_SEARCHES) return []
  const least = MIN_SCORE_SHARE * (hits[0]?.score ?? 0)
  return hits.slice(0, limit ?? SHOWN_HITS[verdict.level]).filter(({ score }) => score >= least)
}

/**
 * What an answer says before its hits: which products and servers are missing, then how well the hits fit. A missing one
 * that is `configured`, and only not connected, is left out. `hits` are those that are shown; where nothing fits, `names`
 * are theirs in place of lines of their own.
 */
export function headLines(
  { hits, verdict }: { readonly hits: readonly unknown[]; readonly verdict?: Verdict | undefined },
  {
    searches = 1,
    names,
    configured = () => false,
  }: Pick<AnswerOptions, 'searches'> & {
    readonly names?: readonly string[] | undefined
    readonly configured?: (name: string) => boolean
  } = {},
): readonly string[] {
  const missing = missingLines(verdict, configured)
  // Nothing surely fits that lacks what was named.
  const level = missing.length > 0 && verdict?.level === 'strong' ? 'weak' : verdict?.level
  return [...missing, fitLine(hits.length > 0, level, { searches, names })]
}

/** The line that names what is missing, where anything is that is not `configured`. */
export function missingLines(
  verdict: Verdict | undefined,
  configured: (name: string) => boolean = () => false,
): readonly string[] {
  const missing = (verdict?.missing ?? []).filter((name) => !configured(name)).slice(0, MAX_MISSING)
  return missing.length === 0 ? [] : [`No server or tool for ${short(missing.join(', '))}.`]
}

function fitLine(
  hasHits: boolean,
  level: Verdict['level'] | undefined,
  { searches, names }: { readonly searches: number; readonly names: readonly string[] | undefined },
): string {
  const times = searches === 2 ? 'twice' : `${searches === 3 ? 'three' : searches} times`
  const again = searches >= REPEATED_SEARCHES ? `You have searched for this ${times}` : undefined
  if (!hasHits && level === undefined) return 'No tools.'
  if (!hasHits) {
    return again === undefined
      ? 'No tool matches. Search once more in other words, or tell the user.'
      : `${again}; nothing here does it. Tell the user.`
  }
  if (level === undefined) return 'Tools by id:'
  if (level === 'strong') return 'The first very likely fits.'
  if (level === 'none' && names !== undefined) {
    const nearest = names.length === 0 ? '' : ` Nearest: ${names.join(', ')}. If none of these does it,`
    return `Probably nothing here does that.${nearest === '' ? ' Tell' : `${nearest} tell`} the user.`
  }
  if (again !== undefined) return `${again}. If none of these does it, tell the user:`
  return level === 'none'
    ? 'Probably nothing here does that. If none of these does, tell the user:'
    : 'Nearest, best first:'
}

/**
 * A tool in two lines: how it is called, where its definition is in the doc, and what it is where it is no tool, with the
 * first sentence of what it does. The
 * signature of the `best` one has room for all that a call needs.
 */
export function toolLines(
  { summary, tool, kind }: Pick<ToolDoc, 'summary' | 'tool' | 'kind'>,
  name: string,
  length: keyof typeof MAX_SIGNATURE_LENGTH = 'choice',
): string {
  const maxLength = Math.max(MIN_PARAMETERS_LENGTH, MAX_SIGNATURE_LENGTH[length] - name.length)
  const parameters =
    tool === undefined
      ? ''
      : toSignature({ name: 'f', inputSchema: tool.inputSchema }, { maxLength }).text.slice(1)
  const told = [...(kind === undefined ? [] : [`A ${kind}.`]), firstSentence(summary)]
  const line = told.filter((part) => part !== '').join(' ')
  return `${oneLine(name)}${parameters}${line === '' ? '' : `\n  ${line}`}`
}

/** A full stop ends a sentence when a capital or a digit follows, so that "e.g. this" ends none. */
const SENTENCE = /^.*?(?:[.!?](?=\s+["'`(]?[\p{Lu}\p{Lo}\p{N}])|[。！？])/u
/** Where a docstring, or an operation of OpenAPI, goes over to what the signature says already. */
const DOCSTRING_BLOCK =
  /(?<=\S)\s+(?:Args|Arguments|Params|Parameters|Returns|Raises|Yields|Error Responses)\s*:.*$/u

/** The first sentence of a text in one line of at most 120 code points, without blocks such as `Args:`. */
export function firstSentence(text: string): string {
  const line = oneLine(text).replace(DOCSTRING_BLOCK, '')
  return truncate(SENTENCE.exec(line)?.[0] ?? line, MAX_SENTENCE_LENGTH)
}

/** Foreign text as it is repeated in a note: one line, bounded. */
export function short(text: string): string {
  return truncate(oneLine(text), MAX_NOTE_LENGTH)
}
