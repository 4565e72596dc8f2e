/** Does something again for whoever asks while it is under way, once for all of them, when it is done. */
export function oneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let isUnderWay = false
  let isAskedAgain = false
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await work().catch(onFailure)
    } while (isAskedAgain)
    isUnderWay = false
  }
  return () => {
    isAskedAgain = true
    if (isUnderWay) return
    isUnderWay = true
    void run()
  }
}
