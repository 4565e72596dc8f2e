import { type Corpus, drawCorpus } from '../corpus/draw-corpus.ts'
import type { Engine } from '../engines/engine.ts'

/** The corpus as an engine takes it. Nothing else of the corpus stays alive. */
export function prepareDocuments<Document>(engine: Engine<Document>, corpus: Corpus): readonly Document[] {
  return Array.from(drawCorpus(corpus, corpus.tools), (tool) => engine.prepare(tool))
}
