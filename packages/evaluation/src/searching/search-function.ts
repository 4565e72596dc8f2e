import { setImmediate } from 'node:timers/promises'
import type { OptionKind } from '@toolscout/model/internal'
import type { RankedTool } from '../runs/run.ts'

/** What a measured search gives back. The answer of a `Discovery` or a `ToolIndex` is one. */
export interface MeasuredAnswer {
  /** Scores descending. Ids are those of the judgments. */
  readonly hits: readonly RankedTool[]
}

/** Any search that can be measured, ours or not. `search` of a `Discovery` or a `ToolIndex` is one. */
export type SearchFunction = (
  query: string,
  options: {
    /** Most hits that are looked at. */
    readonly limit: number
    readonly signal?: AbortSignal | undefined
  },
) => Promise<MeasuredAnswer>

/** How a long evaluation is watched and ended. */
export interface WatchOptions {
  /** Hears how many queries are answered, now and then and after the last. */
  readonly onProgress?: ((answered: number) => void) | undefined
  /** Ends the evaluation when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** What each of {@link WatchOptions} is. */
export const WATCH_OPTIONS: { readonly [Option in keyof WatchOptions]-?: OptionKind } = Object.freeze({
  onProgress: 'function',
  signal: 'object',
})

/** Queries between two turns of the event loop: often enough for Ctrl-C, too seldom to be noticed in the times. */
const QUERIES_A_TURN = 16

/**
 * Works on items one after the other. A search in memory never gives way by itself, so that signals and timers get
 * their turn here.
 *
 * Rejects with what the task rejects with, and with the signal's reason.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
  { onProgress, signal }: WatchOptions,
): Promise<void> {
  let done = 0
  for (const item of items) {
    signal?.throwIfAborted()
    await task(item)
    done += 1
    if (done % QUERIES_A_TURN !== 0 && done < items.length) continue
    onProgress?.(done)
    await setImmediate()
  }
  signal?.throwIfAborted()
}
