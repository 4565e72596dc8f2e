import type { CorpusTool } from './corpus-tool.ts'
import { generateTools } from './generate-tools.ts'
import { type RealText, recombineTools } from './recombine-tools.ts'

/** Which tools a benchmark works on. */
export interface Corpus {
  readonly tools: number
  readonly seed: number
  /** What real tools are made of; absent for made-up tools. */
  readonly text?: RealText | undefined
}

/** The tools of a corpus from one place on, as many as are asked for. */
export function drawCorpus({ seed, text }: Corpus, count: number, start = 0): Iterable<CorpusTool> {
  const options = { seed, count, start }
  return text === undefined ? generateTools(options) : recombineTools(text, options)
}
