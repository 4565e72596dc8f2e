import { createToolIndex } from '@toolscout/index'
import { buildDiscovery } from './build-discovery.ts'
import { checkDiscoveryOptions } from './check-options.ts'
import type { Discovery, DiscoveryOptions } from './discovery.ts'
import { warnOfProblem } from './discovery-problem.ts'
import { createRanking } from './ranking.ts'

/**
 * Creates a {@link Discovery} with nothing registered, or around an index that is there.
 *
 * @throws TypeError for an unknown option, or one that would have no effect next to another one.
 * @throws RangeError when a number is outside its legal range.
 */
export function createDiscovery(options: DiscoveryOptions = {}): Discovery {
  checkDiscoveryOptions(options)
  if (options.index !== undefined)
    return buildDiscovery(options, { index: options.index, embeddings: undefined })
  const { searcher, embeddings } = createRanking(options)
  const { onError = warnOfProblem } = options
  const onListenerError = (error: unknown): void => onError({ kind: 'listener', error })
  return buildDiscovery(options, {
    index: createToolIndex({ searcher, onListenerError }),
    embeddings,
  })
}
