import type { Clock } from '@toolscout/model'
import { pause } from '@toolscout/model/internal'

/** A stream that ends sooner was no use. Servers that bound their streams do so after ten seconds or more. */
const SHORT_MS = 5_000
/** Pauses as between attempts to connect to a server that is lost: half a second, doubling up to half a minute. */
const BASE_MS = 500
const MAX_MS = 30_000

/**
 * What keeps a server that ends its streams at once from being asked for the next one for ever: the SDK begins its
 * own schedule anew with each stream, and follows whatever pause the server asks for.
 */
export interface StreamPauses {
  /** Resolves when a stream may be opened; rejects with the signal's reason. */
  readonly wait: (signal: AbortSignal) => Promise<void>
  readonly opened: () => void
  readonly ended: () => void
}

/** Creates the pauses of one connection. The first stream, and the first after one that was of use, need none. */
export function createStreamPauses(clock: Clock, random: () => number): StreamPauses {
  let openedAt = 0
  let shortOnes = 0
  return {
    wait: async (signal) => {
      if (shortOnes < 2) return
      const longest = Math.min(MAX_MS, BASE_MS * 2 ** Math.min(shortOnes - 2, 20))
      // Half of it by chance, so that the clients of one server part.
      await pause(clock, Math.round(longest / 2 + (longest / 2) * random()), signal)
    },
    opened: () => {
      openedAt = clock.now()
    },
    ended: () => {
      shortOnes = clock.now() - openedAt < SHORT_MS ? shortOnes + 1 : 0
    },
  }
}
