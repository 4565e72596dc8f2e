import {
  type CatalogBatch,
  type CatalogChange,
  type CatalogStore,
  type Clock,
  RevisionForgottenError,
  StoreUnavailableError,
} from '@toolscout/model'
import { pause } from '@toolscout/model/internal'
import type { Ask, Row } from './database.ts'
import type { Doorbell } from './doorbell.ts'
import { readRecord, readValue } from './records.ts'
import { READ_BATCHES } from './sql/reading.ts'

/** What a feed is made of. */
export interface FeedParts {
  readonly ask: Ask
  readonly doorbell: Pick<Doorbell, 'heard'>
  readonly clock: Clock
  readonly pollIntervalMs: number
}

/**
 * Gives every batch after a revision once, in order. Revisions are handed out behind a lock that is held until the
 * commit, so a reader that sees one sees all before, and the cursor is the last revision that was given. While the database
 * is away it waits; what was appended meanwhile comes afterwards.
 */
export async function* followChanges(
  { ask, doorbell, clock, pollIntervalMs }: FeedParts,
  { after, signal, onAway }: Parameters<NonNullable<CatalogStore['changes']>>[0],
): AsyncGenerator<CatalogBatch> {
  let cursor = after
  let isAway = false
  while (!signal.aborted) {
    const rows = await ask({ ...READ_BATCHES, values: [cursor] }).catch(async (error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (!isAway) onAway?.(error)
      isAway = true
      await pause(clock, pollIntervalMs, signal).catch(() => undefined)
      return undefined
    })
    if (rows === undefined) continue
    if (isAway) onAway?.(undefined)
    isAway = false
    checkCursor(cursor, rows)
    const batches = toBatches(rows)
    for (const batch of batches) {
      if (signal.aborted) return
      cursor = batch.revision
      yield batch
    }
    if (batches.length === 0) await doorbell.heard(signal)
  }
}

function checkCursor(cursor: number, [first]: readonly Row[]): void {
  const oldest = Number(first?.forgotten)
  if (cursor < oldest || cursor > Number(first?.latest)) throw new RevisionForgottenError(cursor, oldest)
}

function toBatches(rows: readonly Row[]): readonly CatalogBatch[] {
  const batches = new Map<number, { readonly changes: CatalogChange[]; readonly ageMs: number }>()
  for (const row of rows) {
    if (row.revision === null) continue
    const revision = Number(row.revision)
    const batch = batches.get(revision) ?? { changes: [], ageMs: Number(row.age) }
    batches.set(revision, batch)
    if (row.id !== null) batch.changes.push(toChange(row))
  }
  return [...batches].map(([revision, batch]) => ({ revision, ...batch }))
}

function toChange(row: Row): CatalogChange {
  const [id, key] = [row.id as string, row.key as string]
  const body = row.body as string | null
  if (row.of === 't') {
    return body === null ? { type: 'delete', id } : { type: 'put', record: readRecord(id, body) }
  }
  if (body === null) return { type: 'deleteItem', kind: id, key }
  return { type: 'putItem', item: { kind: id, key, value: readValue(`${id} ${key}`, body) } }
}
