// The facade without meaning: a third less code, for browsers and edge runtimes.

import { buildRanked } from './build-discovery.ts'
import { checkDiscoveryOptions } from './check-options.ts'
import type { Discovery, DiscoveryOptions } from './discovery.ts'
import { rankByWords, rankWith } from './ranking-by-words.ts'

/**
 * Creates a {@link Discovery} that ranks by words alone, as the one of `@toolscout/discovery` does with
 * `embedder: false`, without what ranks by meaning.
 *
 * @throws TypeError for an unknown option, or one that would have no effect next to another one.
 * @throws RangeError when a number is outside its legal range.
 */
export function createDiscovery(options: Omit<DiscoveryOptions, 'embedder' | 'fusion'> = {}): Discovery {
  checkDiscoveryOptions(options, 'createDiscovery by words')
  return buildRanked(options, () => rankWith(options, rankByWords))
}
