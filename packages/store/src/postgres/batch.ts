import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogChange, CatalogRecord } from '@toolscout/model'
import { readCatalogChange, toToolSummary } from '@toolscout/model/internal'
import { isStorable } from './storable.ts'

/** A batch in the order of the parameters of `append_batch`. */
export interface Batch {
  readonly values: readonly unknown[]
}

/** Stands in no id, and in no JSON, where control characters are escaped; arrays would have every quote escaped. */
const SEPARATOR = '\u0001'
/** Tools that are read between two breaths of the event loop. */
const TOOLS_AT_ONCE = 200

/**
 * Reads changes into the parameters of one statement; of several changes to one id the last counts.
 *
 * @throws What `readCatalogChange` throws for a change that is not acceptable.
 */
export async function readBatch(changes: readonly CatalogChange[]): Promise<Batch> {
  const read = changes.map(readCatalogChange)
  const puts = new Map<string, CatalogRecord>()
  const gone = new Set<string>()
  const items = new Map<string, readonly [kind: string, key: string, value: string | undefined]>()
  for (const change of read) {
    if (change.type === 'put') {
      puts.set(change.record.tool.id, change.record)
      gone.delete(change.record.tool.id)
    } else if (change.type === 'delete') {
      puts.delete(change.id)
      if (isStorable(change.id)) gone.add(change.id)
    } else {
      const { kind, key } = change.type === 'putItem' ? change.item : change
      const value = change.type === 'putItem' ? JSON.stringify(change.item.value) : undefined
      if (isStorable(kind + key)) items.set(JSON.stringify([kind, key]), [kind, key, value])
    }
  }
  const summaries: string[] = []
  for (const { tool, backends } of puts.values()) {
    summaries.push(JSON.stringify(toToolSummary(tool, backends)))
    if (summaries.length % TOOLS_AT_ONCE === 0) await nextTurn()
  }
  const kept = [...items.values()].filter(([, , value]) => value !== undefined)
  const dropped = [...items.values()].filter(([, , value]) => value === undefined)
  return {
    values: [
      [...puts.keys()].join(SEPARATOR),
      Array.from(puts.values(), (record) => JSON.stringify(record)).join(SEPARATOR),
      summaries.join(SEPARATOR),
      [...gone],
      kept.map(([kind]) => kind),
      kept.map(([, key]) => key),
      kept.map(([, , value]) => value),
      dropped.map(([kind]) => kind),
      dropped.map(([, key]) => key),
    ],
  }
}
