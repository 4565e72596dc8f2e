import { isWaiting } from '@toolscout/guard/internal'
import { messageOf } from '@toolscout/model/internal'
import type { ServerListing } from '../catalog/cache-folder.ts'
import { openCacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { type LayeredConfig, usableServers } from '../config/layers.ts'
import { placesOf } from '../config/places.ts'
import { EXIT_CODES, type ExitCode } from '../errors.ts'
import { judgeListings } from '../pins/judge-tools.ts'
import { readPins } from '../pins/known-pins.ts'
import type { CommandContext } from '../program/options.ts'

/** Whether definitions wait for approval, those that were listed just now among them; nothing when none does. */
export async function checkPins(
  listings: readonly ServerListing[],
  config: LayeredConfig,
  { host }: Pick<CommandContext, 'host'>,
): Promise<readonly Check[]> {
  const about = 'definitions'
  const configs = usableServers(config)
  const { pins: settings } = config
  try {
    const cache = openCacheFolder(placesOf(host).cache, host.now)
    const earlier = async (): Promise<readonly ServerListing[]> => {
      const kept = await cache.read(serversKey(configs))
      return kept === undefined ? [] : cache.listings(kept)
    }
    await judgeListings(listings, { host, configs, settings, earlier })
    const waiting = (await readPins(host, configs, settings)).filter(isWaiting)
    if (waiting.length === 0) return []
    const blocked = waiting.filter(({ isQuarantined }) => isQuarantined).length
    const [count, wait] =
      waiting.length === 1 ? ['1 definition', 'waits'] : [`${waiting.length} definitions`, 'wait']
    return [
      {
        about,
        state: 'warning',
        message: `${count} ${wait} for approval${blocked === 0 ? '' : `; ${blocked} blocked until then`}.`,
        advice: 'toolscout pins shows what changed, and toolscout approve NAME@DIGEST trusts what it shows.',
      },
    ]
  } catch (error) {
    host.signal.throwIfAborted()
    const advice = 'Mend or delete what is named; until then nothing is known of what changed.'
    return [{ about, state: 'failed', message: messageOf(error), advice, exitCode: EXIT_CODES.config }]
  }
}

/** One thing that was looked at. */
export interface Check {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  /** What to do; absent when all is well. */
  readonly advice?: string | undefined
  /** The exit code of a command that meets this. */
  readonly exitCode?: ExitCode | undefined
}
