/** Runs a task again, once, when it was requested while it was running. */
export function oneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isUnderWay = false
  let isQueryParamsAgain = false
  const run = async (): Promise<void> => {
    do {
      isQueryParamsAgain = false
      await work().catch(onFailure)
    } while (isQueryParamsAgain)
    isUnderWay = false
  }
  return () => {
    isQueryParamsAgain = true
    if (isUnderWay) return
    isUnderWay = true
    void run()
  }
}
