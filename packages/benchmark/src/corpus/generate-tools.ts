import type { CorpusTool } from './corpus-tool.ts'
import { drawServer } from './server.ts'
import { createVocabulary } from './vocabulary.ts'

/** Which tools are made. */
export interface CorpusOptions {
  /** Integer, 0 to 2⁵³ − 1. The same seed gives the same tools on every machine. */
  readonly seed: number
  /** How many tools, at least 0. */
  readonly count: number
  /** How many tools of the endless catalog are passed over first. Default 0. */
  readonly start?: number | undefined
}

/**
 * Tools like those of public MCP catalogs, in any number: servers of about 15 tools, names, descriptions and
 * schemas as long, and words as frequent, as theirs. A larger corpus of the same seed begins with the smaller one.
 *
 * @throws RangeError when the seed is no safe integer of 0 or more.
 */
export function* generateTools({ seed, count, start = 0 }: CorpusOptions): Generator<CorpusTool> {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`The seed ${seed} is no whole number.`)
  const vocabulary = createVocabulary()
  const end = start + count
  let place = 0
  for (let server = 0; place < end; server += 1) {
    for (const tool of drawServer(vocabulary, seed, server)) {
      if (place >= end) return
      if (place >= start) yield tool
      place += 1
    }
  }
}
