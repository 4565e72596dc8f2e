import { generateTools } from '../corpus/generate-tools.ts'
import type { Engine } from '../engines/engine.ts'
import type { CorpusSize } from './job.ts'

/** The corpus as an engine takes it. Nothing else of the corpus stays alive. */
export function prepareDocuments<Document>(
  engine: Engine<Document>,
  { tools, seed }: CorpusSize,
): readonly Document[] {
  return Array.from(generateTools({ seed, count: tools }), (tool) => engine.prepare(tool))
}
