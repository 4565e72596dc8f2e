import { type Corpus, drawCorpus } from '../corpus/draw-corpus.ts'
import type { Engine } from '../engines/engine.ts'

/** One tool that comes and goes, and one that changes. */
export interface ToolChange<Document> {
  /** Not in the corpus. */
  readonly added: Document
  readonly addedId: string
  /** In the corpus by its id, with other texts. */
  readonly updated: Document
}

/** Changes enough for an engine that gathers a thousand of them to do so. */
const CHANGES = 600

/** Draws changes all over a corpus. */
export function drawChanges<Document>(
  engine: Engine<Document>,
  corpus: Corpus,
): readonly ToolChange<Document>[] {
  const { tools } = corpus
  const newcomers = [...drawCorpus(corpus, 2 * CHANGES, tools)]
  const step = Math.max(1, Math.floor(tools / CHANGES))
  const changes: ToolChange<Document>[] = []
  let place = 0
  for (const tool of drawCorpus(corpus, tools)) {
    const added = newcomers[2 * changes.length]
    const other = newcomers[2 * changes.length + 1]
    if (added === undefined || other === undefined) break
    if (place % step === 0) {
      // Name and namespace make the id, so those stay.
      const updated = { ...tool, description: other.description, inputSchema: other.inputSchema }
      changes.push({ added: engine.prepare(added), addedId: added.id, updated: engine.prepare(updated) })
    }
    place += 1
  }
  return changes
}
