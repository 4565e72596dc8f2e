import { truncate } from '@toolscout/model/internal'
import { dataText } from './data-text.ts'
import { longestThat } from './question.ts'

/** Most and least of a candidate's line, in code points: what it says beyond decides little, with less it says nothing. */
const LONGEST_LINE = 200
const SHORTEST_LINE = 24
/** Most of a text that is looked at, in code points. */
const MAX_READ = 400
/** A first sentence shorter than this, such as "Search.", has the next one shown too. */
const SHORTEST_SENTENCE = 30
/** A stop ends a sentence when a capital or a digit follows, so that "e.g. this" ends none. */
const SENTENCE = new RegExp(
  `^.{${SHORTEST_SENTENCE},}?(?:[.!?](?=\\s+["'(]?[\\p{Lu}\\p{Lo}\\p{N}])|[。！？])`,
  'u',
)

/**
 * Candidates as numbered lines, each a quoted text in the form of `RerankCandidate.text`: the signature and the first
 * sentence. Where they do not fit, the longest are cut to one length, the same for all; where that leaves too little
 * of them, the last candidates are left out. `fits` says whether lines are short enough.
 */
export function candidateLines(
  texts: readonly string[],
  fits: (lines: readonly string[]) => boolean,
): readonly string[] {
  const compact = texts.map(compactText)
  for (let count = compact.length; count > 0; count -= 1) {
    const linesOf = (length: number): readonly string[] =>
      compact.slice(0, count).map((text, i) => `${i + 1} "${truncate(text, length)}"`)
    const length = longestThat(LONGEST_LINE, (most) => fits(linesOf(most)))
    if (length >= SHORTEST_LINE) return linesOf(length)
  }
  return []
}

/** Signature and first sentence in one line, as data wherever the text is from. */
function compactText(text: string): string {
  const [signature = '', ...rest] = text.split('\n')
  const does = dataText(rest.join(' '), MAX_READ)
  const head = dataText(signature, MAX_READ)
  return does === '' ? head : `${head} ${SENTENCE.exec(does)?.[0] ?? does}`
}
