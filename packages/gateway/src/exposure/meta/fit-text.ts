import type { TokenCounter } from '@toolscout/model'
import { type RenderOptions, renderToolDocs, type ToolDoc } from '@toolscout/tooldoc'

/** A text for a model. */
export interface TextContents {
  readonly head: string
  readonly docs: readonly ToolDoc[]
  /** Most important first. */
  readonly notes: readonly string[]
}

/**
 * Puts a text together that has at most `budgetTokens`: notes get up to half, tools the rest. What does not fit is left
 * out from the end.
 */
export function fitText(
  { head, docs, notes }: TextContents,
  {
    budgetTokens,
    countTokens,
    ...render
  }: Omit<RenderOptions, 'budgetTokens' | 'countTokens'> & {
    readonly budgetTokens: number
    readonly countTokens: TokenCounter
  },
): string {
  const told = [...notes]
  while (told.length > 0 && countTokens([head, ...told].join('\n')) > budgetTokens / 2) told.pop()
  const assemble = (tools: string): string => [head, tools, ...told].filter((part) => part !== '').join('\n')
  let room = Math.max(0, Math.floor(budgetTokens - countTokens(assemble(''))))
  for (;;) {
    const { text } = renderToolDocs(docs, { ...render, budgetTokens: room, countTokens })
    const whole = assemble(text)
    const over = Math.ceil(countTokens(whole) - budgetTokens)
    if (over <= 0 || room === 0) return whole
    room = Math.max(0, room - over)
  }
}
