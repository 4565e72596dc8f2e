import { randomUUID } from 'node:crypto'
import { type CatalogChange, StaleRevisionError, StoreUnavailableError } from '@toolscout/model'
import type { AppendOptions } from '@toolscout/model/internal'
import { foldBatch } from '../fold-batch.ts'
import { type Database, isStorable } from './database.ts'
import { FORMAT, isOutcomeKnown, STORE, toStoreError } from './failures.ts'
import { READ_REVISION } from './lookups.ts'
import { LOCK_CATALOG } from './schema.ts'

const APPEND_BATCH = {
  name: 'append_batch',
  text: `select append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as revision`,
}

/**
 * Whether a batch was written, when the answer to it was lost; asked behind the lock of the catalog. What was sent may
 * still arrive, so a batch that is not there is refused from now on.
 */
const FIND_BATCH = { text: `select revision from batch where token = $1` }
const REFUSE_BATCH = { text: `insert into refused_batch (token) values ($1) on conflict do nothing` }

/** What appends are made with. */
export interface AppendDeps {
  /** Rejects as the driver does. */
  readonly database: Pick<Database, 'ask' | 'transact'>
  readonly history: number
  /** Runs after each batch. */
  readonly onAppended: () => void
}

/** Makes the append of a store: batches are read at once, and written one after the other. */
export function createAppend({
  database,
  history,
  onAppended,
}: AppendDeps): (changes: readonly CatalogChange[], options?: AppendOptions) => Promise<number> {
  let last: Promise<unknown> = Promise.resolve()

  const write = async (values: readonly unknown[], expectedRevision?: number): Promise<number> => {
    const token = randomUUID()
    let revision: number | undefined
    try {
      const given = [FORMAT, token, expectedRevision ?? null, history, ...values]
      const [row] = await database.ask(APPEND_BATCH, given)
      revision = Number(row?.revision)
    } catch (error) {
      if (isOutcomeKnown(error)) throw toStoreError(error, expectedRevision)
      revision = await findBatch(database, token, error)
    }
    onAppended()
    return revision
  }
  /** A batch of nothing is refused as others are, and leads nowhere. */
  const refuseOrRead = async (expectedRevision?: number): Promise<number> => {
    const [row] = await database.ask(READ_REVISION)
    const latest = Number(row?.revision)
    if (expectedRevision === undefined || expectedRevision === latest) return latest
    throw new StaleRevisionError(expectedRevision, latest)
  }
  return async (changes, { expectedRevision, signal } = {}) => {
    const values = batchValues(changes)
    const written = last.then(() => {
      signal?.throwIfAborted()
      return changes.length === 0 ? refuseOrRead(expectedRevision) : write(values, expectedRevision)
    })
    last = written.catch(() => undefined)
    return written
  }
}

/** Stands in no id, and in no JSON, where control characters are escaped; arrays would have every quote escaped. */
const SEPARATOR = '\u0001'

/** The parameters of `append_batch` that come from the changes. */
function batchValues(changes: readonly CatalogChange[]): readonly unknown[] {
  const { tools, items } = foldBatch(changes)
  const puts = [...tools.values()].filter((record) => record !== undefined)
  const gone = [...tools.keys()].filter((id) => tools.get(id) === undefined && isStorable(id))
  const storable = items.filter(({ kind, key }) => isStorable(kind + key))
  const kept = storable.filter(({ value }) => value !== undefined)
  const dropped = storable.filter(({ value }) => value === undefined)
  return [
    puts.map(({ tool }) => tool.id).join(SEPARATOR),
    puts.map((record) => JSON.stringify(record)).join(SEPARATOR),
    gone,
    kept.map(({ kind }) => kind),
    kept.map(({ key }) => key),
    kept.map(({ value }) => JSON.stringify(value)),
    dropped.map(({ kind }) => kind),
    dropped.map(({ key }) => key),
  ]
}

/** The revision of a batch whose answer was lost. @throws StoreUnavailableError when it was not taken in, or is unknown. */
async function findBatch(
  database: Pick<Database, 'transact'>,
  token: string,
  lost: unknown,
): Promise<number> {
  const found = await database
    .transact('read committed', async (ask) => {
      await ask(LOCK_CATALOG)
      const [row] = await ask(FIND_BATCH, [token])
      if (row === undefined) await ask(REFUSE_BATCH, [token])
      return row
    })
    .catch(() => {
      throw toStoreError(lost)
    })
  if (found !== undefined) return Number(found.revision)
  const message = 'The connection broke before the batch was written; nothing was taken in. Try again.'
  throw new StoreUnavailableError(message, { store: STORE, state: 'unchanged' }, lost)
}
