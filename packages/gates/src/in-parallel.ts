import { availableParallelism } from 'node:os'

/**
 * Runs a task for each item, as many at a time as the machine has cores, and gives the results in the order of the
 * items. Rejects with the first failure.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await task(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}
