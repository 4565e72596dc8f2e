import {
  type CatalogBatch,
  type CatalogChange,
  type CatalogStore,
  RevisionForgottenError,
  StoreUnavailableError,
} from '@toolscout/model'
import { checkOption, checkOptions, type OptionKind, pause, systemClock } from '@toolscout/model/internal'
import type { Ask, Row } from './database.ts'
import { readRecord, readValue } from './history.ts'
import type { Notifier } from './notifier.ts'

/** Batches of the feed that are read at once. */
const BATCHES_AT_ONCE = 64

/** The batches after revision $1, each change with what it left behind, or null for what was taken away. */
const READ_BATCHES = {
  name: 'batches',
  text: `
select k.forgotten, k.revision as latest, b.revision, c.of, c.id, c.key,
  extract(epoch from clock_timestamp() - b.written_at)::float8 * 1000 as age,
  case when n.revision is null then coalesce(t.record, i.value) else n.previous end as body
from catalog k
left join batch b on b.revision > $1 and b.revision <= $1::bigint + ${BATCHES_AT_ONCE}
left join change c on c.revision = b.revision
left join lateral (
  select n.revision, n.previous from change n
  where n.of = c.of and n.id = c.id and n.key = c.key and n.revision > c.revision
  order by n.revision limit 1
) n on true
left join tool t on c.of = 't' and t.id = c.id
left join item i on c.of = 'i' and i.kind = c.id and i.key = c.key
order by b.revision, c.of, c.id, c.key`,
}

type Following = Parameters<NonNullable<CatalogStore['changes']>>[0]

const OPTIONS: { readonly [Option in keyof Following]-?: OptionKind } = Object.freeze({
  after: { least: 0, whole: true },
  signal: { functions: ['addEventListener'] },
  onAway: 'function',
})

/** @throws TypeError for an option that is missing, unknown or of another type, RangeError for a revision that is none. */
export function checkFollowing(options: Following): void {
  checkOptions('the options of changes', options, OPTIONS)
  checkOption('after', options.after, OPTIONS.after)
  checkOption('signal', options.signal, OPTIONS.signal)
}

/**
 * Gives every batch after a revision once, in order. Revisions are handed out behind a lock that is held until the
 * commit, so a reader that sees one sees all before, and the cursor is the last revision that was given. While the database
 * is away it waits; what was appended meanwhile comes afterwards.
 */
export async function* followChanges(
  ask: Ask,
  notifier: Notifier,
  { after, signal, onAway }: Following,
): AsyncGenerator<CatalogBatch> {
  let cursor = after
  let isAway = false
  while (!signal.aborted) {
    const rows = await ask(READ_BATCHES, [cursor]).catch(async (error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (!isAway) onAway?.(error)
      isAway = true
      await pause(systemClock, notifier.pollIntervalMs, signal).catch(() => undefined)
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
    if (batches.length === 0) await notifier.heard(signal)
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
