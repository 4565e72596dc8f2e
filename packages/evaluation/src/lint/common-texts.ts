import type { LintedTool } from './linted-tool.ts'
import { groupBy } from './linted-tool.ts'

/** Fewer tools have no common habits: a word of two in three says little less than one of a single tool. */
const FEWEST_TOOLS = 5
/** Words of a sentence that is worth a finding; `Optional.` is not. */
const SENTENCE_WORDS = 4
/** Headings are alike on purpose. */
const HEADING = /^#|:$/

/** Sentences that the same tools have beside others. */
export interface RepeatedSentences {
  readonly tools: readonly LintedTool[]
  readonly texts: readonly string[]
}

/** Words that at least `share` of the descriptions have; none when there are too few tools to tell. */
export function commonWords(tools: readonly LintedTool[], share: number): ReadonlySet<string> {
  if (tools.length < FEWEST_TOOLS) return new Set()
  const counts = new Map<string, number>()
  for (const { descriptionWords } of tools) {
    for (const word of descriptionWords) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= share * tools.length).map(([word]) => word))
}

/**
 * Sentences that at least `fewest` tools have, those of the same tools together. A description of one sentence is no
 * repeated sentence.
 */
export function repeatedSentences(
  tools: readonly LintedTool[],
  fewest: number,
): readonly RepeatedSentences[] {
  const uses = tools.flatMap((linted) => {
    if (linted.sentences.length < 2) return []
    const distinct = new Map(linted.sentences.map((sentence) => [sentence.key, sentence]))
    return [...distinct.values()]
      .filter(({ text, words }) => words.size >= SENTENCE_WORDS && !HEADING.test(text))
      .map(({ key, text }) => ({ key, text, linted }))
  })
  const repeated = [...groupBy(uses, ({ key }) => key).values()].filter((group) => group.length >= fewest)
  const ofSameTools = groupBy(repeated, (group) => JSON.stringify(group.map(({ linted }) => linted.id)))
  return [...ofSameTools.values()].map((groups) => ({
    tools: (groups[0] ?? []).map(({ linted }) => linted),
    texts: groups.flatMap(([first]) => first?.text ?? []),
  }))
}
