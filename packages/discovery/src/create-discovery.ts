import { buildRanked } from './build-discovery.ts'
import { checkDiscoveryOptions } from './check-options.ts'
import type { Discovery, DiscoveryOptions } from './discovery.ts'
import { createRanking } from './ranking.ts'

/**
 * Creates a {@link Discovery} with nothing registered, or around an index that is there.
 *
 * @throws TypeError for an unknown option, or one that would have no effect next to another one.
 * @throws RangeError when a number is outside its legal range.
 */
export function createDiscovery(options: DiscoveryOptions = {}): Discovery {
  checkDiscoveryOptions(options)
  return buildRanked(options, () => createRanking(options))
}
