/**
 * Runs work one at a time. Who asks while it runs gets a run that begins after that one, which may have passed by what he
 * wants to be seen; all who ask meanwhile get the same.
 */
export function createRunner(work: () => Promise<void>): () => Promise<void> {
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
