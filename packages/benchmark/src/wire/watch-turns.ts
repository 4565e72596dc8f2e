/** The processor's time of turns of the event loop, whatever else the machine does. */
export interface TurnWatch {
  /** The longest turn since this was asked last. All threads of the process count, so it is an upper bound. */
  readonly longestMs: () => number
  readonly stop: () => void
}

/** Watches turns until stopped. Keeps the event loop turning. */
export function watchTurns(): TurnWatch {
  let longest = 0
  let isWatching = true
  let before = process.cpuUsage()
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
    if (isWatching) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    longestMs: () => {
      const ms = longest
      longest = 0
      return ms
    },
    stop: () => {
      isWatching = false
    },
  }
}
