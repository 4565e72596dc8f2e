import type { Embedder, LocalEmbedder } from '@toolscout/model'

/** Whether an embedder answers at once. */
export function isLocal(embedder: Embedder): embedder is LocalEmbedder {
  return (
    typeof Reflect.get(embedder, 'embedQuery') === 'function' &&
    typeof Reflect.get(embedder, 'embedDocument') === 'function'
  )
}
