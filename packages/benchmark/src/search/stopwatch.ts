/** What a task gave, and how long it took. */
export interface Timed<Result> {
  readonly result: Result
  readonly elapsedMs: number
}

/** Times a task. */
export async function timed<Result>(task: () => Promise<Result>): Promise<Timed<Result>> {
  const start = performance.now()
  const result = await task()
  return { result, elapsedMs: performance.now() - start }
}
