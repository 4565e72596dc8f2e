import { randomUUID } from 'node:crypto'
import { type CatalogChange, StaleRevisionError, StoreUnavailableError } from '@toolscout/model'
import type { AppendOptions } from '@toolscout/model/internal'
import { type Batch, readBatch } from './batch.ts'
import type { Database } from './database.ts'
import { isOutcomeKnown, STORE, toStoreError } from './failures.ts'
import { APPEND_BATCH, FIND_BATCH, REFUSE_BATCH } from './sql/append.ts'
import { READ_REVISION } from './sql/reading.ts'
import { FORMAT, LOCK_CATALOG } from './sql/schema.ts'

/** What appends are made with. */
export interface AppendDeps {
  /** Rejects as the driver does. */
  readonly database: Pick<Database, 'ask' | 'transact'>
  readonly history: number
  /** Runs after each batch. */
  readonly onAppended: () => void
}

/** Makes the append of a store: batches are read at once, and written one after the other. */
export function createAppend(
  parts: AppendDeps,
): (changes: readonly CatalogChange[], options?: AppendOptions) => Promise<number> {
  let last: Promise<unknown> = Promise.resolve()
  return (changes, options = {}) => {
    const batch = readBatch(changes)
    const before = last
    const written = (async () => {
      const [read] = await Promise.allSettled([batch, before])
      if (read.status === 'rejected') throw read.reason
      options.signal?.throwIfAborted()
      return changes.length === 0 ? refuseOrRead(parts, options) : write(parts, read.value, options)
    })()
    last = written.catch(() => undefined)
    return written
  }
}

/** A batch of nothing is refused as others are, and leads nowhere. */
async function refuseOrRead({ database }: AppendDeps, { expectedRevision }: AppendOptions): Promise<number> {
  const [row] = await database.ask({ ...READ_REVISION, values: [] })
  const latest = Number(row?.revision)
  if (expectedRevision === undefined || expectedRevision === latest) return latest
  throw new StaleRevisionError(expectedRevision, latest)
}

async function write(parts: AppendDeps, { values }: Batch, options: AppendOptions): Promise<number> {
  const { database, history, onAppended } = parts
  const { expectedRevision } = options
  const token = randomUUID()
  let revision: number
  try {
    const all = [FORMAT, token, expectedRevision ?? null, history, ...values]
    const [row] = await database.ask({ ...APPEND_BATCH, values: all })
    revision = Number(row?.revision)
  } catch (error) {
    if (isOutcomeKnown(error)) throw toStoreError(error, expectedRevision)
    const found = await findBatch(database, token, error)
    if (found === undefined) throw connectionLost(error)
    revision = found
  }
  onAppended()
  return revision
}

/** The revision of a batch whose answer was lost; `undefined` when it was not taken in. */
async function findBatch(
  database: Pick<Database, 'transact'>,
  token: string,
  lost: unknown,
): Promise<number | undefined> {
  try {
    return await database.transact('read committed', async (ask) => {
      await ask({ ...LOCK_CATALOG, values: [] })
      const [row] = await ask({ ...FIND_BATCH, values: [token] })
      if (row !== undefined) return Number(row.revision)
      await ask({ ...REFUSE_BATCH, values: [token] })
      return undefined
    })
  } catch {
    throw toStoreError(lost)
  }
}

function connectionLost(cause: unknown): StoreUnavailableError {
  const message = 'The connection broke before the batch was written; nothing was taken in. Try again.'
  return new StoreUnavailableError(message, { store: STORE, state: 'unchanged' }, cause)
}
