import { takeCodePoints } from '@toolscout/model/internal'
import { createWordReader, type LintedTool } from './linted-tool.ts'

/** Longest query made of a description, in code points; scripts without spaces have no other end. */
const MAX_QUERY_LENGTH = 300
/** A first sentence of fewer words, such as `Deprecated.`, is a heading; the next one is asked with it. */
const HEADING_WORDS = 3

/** Makes the query a tool must be found by: the first sentence of its description, cut to the given number of significant words. */
export function createQueryWriter(mostWords: number): (linted: LintedTool) => string {
  const wordsOf = createWordReader()
  return ({ sentences }) => {
    const written: string[] = []
    let words = 0
    for (const { text } of sentences) {
      if (words >= HEADING_WORDS) break
      for (const word of text.split(/\s+/)) {
        if (words >= mostWords) break
        written.push(word)
        words += wordsOf(word).size
      }
    }
    return takeCodePoints(written.join(' '), MAX_QUERY_LENGTH).replace(/[.,;:!?]+$/, '')
  }
}
