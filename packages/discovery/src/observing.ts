import type { ToolChange } from '@toolscout/index'
import type { Embedder, Observer } from '@toolscout/model'
import { isLocalEmbedder, observe, observeFact } from '@toolscout/model/internal'

/** Tells of changes of an index. */
export function observeChanges(
  observer: Observer | undefined,
  tools: number,
  changes: readonly ToolChange[],
): void {
  const count = (type: ToolChange['type']): number => changes.filter((change) => change.type === type).length
  observeFact(observer, () => ({
    kind: 'catalogChanged',
    tools,
    added: count('registered'),
    updated: count('updated'),
    removed: count('removed'),
  }))
}

/** Watches an embedder that is asked over a network or in another way that takes time. */
export function observeEmbedder(embedder: Embedder, observer: Observer | undefined): Embedder {
  // One that answers in this process, without waiting, is asked through other members.
  if (observer === undefined || isLocalEmbedder(embedder)) return embedder
  return {
    get model() {
      return embedder.model
    },
    get dimensions() {
      return embedder.dimensions
    },
    get maxBatch() {
      return embedder.maxBatch
    },
    embed: (texts, options) =>
      observe(
        observer,
        () => ({ kind: 'embed', model: embedder.model, texts: texts.length }),
        () => embedder.embed(texts, options),
        () => ({}),
      ),
  }
}
