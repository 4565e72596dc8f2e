import assert from 'node:assert/strict'
import type { CatalogBatch, CatalogChange } from '@toolscout/model'
import { codeOf, collect, put, type StoreChecks } from './store-place.ts'

/** What a store owes that reports to several nodes what changed. */
export const sharingChecks: StoreChecks = {
  '`changes`, where there is one, gives every batch after a revision once, in order, whoever appended it, until its signal aborts; from a revision that it does not know it is a `REVISION_FORGOTTEN`':
    async ({ place, store }) => {
      if (store.changes === undefined) return
      const other = await place.open()
      const revisions = [await store.append([put('a')]), await other.append([put('b'), put('c')])]
      const stop = new AbortController()
      const batches: CatalogBatch[] = []
      for await (const batch of store.changes({ after: 0, signal: stop.signal })) {
        batches.push(batch)
        if (batches.length === 2) {
          revisions.push(await other.append([{ type: 'delete', id: 'b' }]))
          revisions.push(await store.append([put('a', { notes: 'more' })]))
        }
        if (batches.length === 4) stop.abort()
      }
      assert.deepEqual(
        batches.map(({ revision }) => revision),
        revisions,
      )
      const ids = new Set<string>()
      for (const change of batches.flatMap(({ changes }) => changes)) {
        if (change.type === 'put') ids.add(change.record.tool.id)
        if (change.type === 'delete') ids.delete(change.id)
      }
      assert.deepEqual([...ids].sort(), ['a', 'c'])
      const since = store.changes({ after: revisions[2] ?? 0, signal: AbortSignal.timeout(60_000) })
      for await (const batch of since) {
        assert.equal(batch.revision, revisions[3])
        break
      }
      const many = Array.from({ length: 150 }, (_, i): CatalogChange[] => [
        { type: 'putItem', item: { kind: 'source', key: 'x', value: i } },
      ])
      await Promise.all(many.map((batch) => other.append(batch)))
      const last = await other.append([{ type: 'deleteItem', kind: 'source', key: 'x' }])
      const values: unknown[] = []
      for await (const { revision, changes } of store.changes({
        after: revisions[3] ?? 0,
        signal: AbortSignal.timeout(60_000),
      })) {
        values.push(...changes.map((change) => (change.type === 'putItem' ? change.item.value : change.type)))
        if (revision === last) break
      }
      assert.deepEqual(values, [...many.keys(), 'deleteItem'])
      const follow = (after: number): Promise<unknown> =>
        codeOf(collect(store.changes?.({ after, signal: AbortSignal.timeout(60_000) }) ?? []))
      assert.equal(await follow(last + 1), 'REVISION_FORGOTTEN')
      if (place.forget === undefined) return
      await place.forget(store)
      assert.equal(await follow(1), 'REVISION_FORGOTTEN')
      await other.close()
    },
}
