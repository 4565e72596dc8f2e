/**
 * Runs work one at a time. A call while it runs gets one run that begins after it, shared by all such calls: the run under
 * way may already have passed what the caller wants to be seen.
 */
export function createCoalescingRunner(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const begin = (): Promise<void> => {
    following = undefined
    running = work().finally(() => {
      if (following === undefined) running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return begin()
    following ??= running.then(begin, begin)
    return following
  }
}
