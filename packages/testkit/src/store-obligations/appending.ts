import assert from 'node:assert/strict'
import type { CatalogChange, CatalogRecord } from '@toolscout/model'
import { codeOf, contentsOf, idsIn, put, type StoreChecks, sketchRecord } from './store-place.ts'

/** What a store owes its writers. */
export const appendingChecks: StoreChecks = {
  '`append` takes a batch whole or not at all: one change that is not acceptable refuses all': async ({
    store,
  }) => {
    await store.append([put('kept')])
    const before = await contentsOf(store)
    const good = sketchRecord('good')
    const bad: [change: unknown, code: string][] = [
      [{ type: 'put', record: { ...good, backends: [] } }, 'INVALID_BACKEND'],
      [{ type: 'put', record: { ...good, backends: [{ kind: 'odd' }] } }, 'INVALID_BACKEND'],
      [{ type: 'put', record: { ...good, tool: { name: '', inputSchema: {} } } }, 'INVALID_TOOL'],
      [{ type: 'put', record: { ...good, notes: 7 } }, 'TypeError'],
      [{ type: 'put', record: { ...good, toolDoc: { run: () => 1 } } }, 'INVALID_JSON'],
      [{ type: 'putItem', item: { kind: 'a kind', key: 'x', value: 1 } }, 'TypeError'],
      [{ type: 'putItem', item: { kind: 'source', key: 'a\u0000b', value: 1 } }, 'TypeError'],
      [{ type: 'putItem', item: { kind: 'source', key: '', value: 1 } }, 'TypeError'],
      [{ type: 'drop', id: 'kept' }, 'TypeError'],
      [null, 'TypeError'],
    ]
    for (const [change, code] of bad) {
      const batch = [put('first'), { type: 'delete', id: 'kept' }, change, put('last')]
      assert.equal(await codeOf(store.append(batch as CatalogChange[])), code)
      assert.deepEqual(await contentsOf(store), before)
    }
  },
  'What `append` resolved for survives a crash, and every later read shows it': async ({
    store,
    reopened,
  }) => {
    const revision = await store.append([put('a'), put('b'), item('x', 1)])
    await store.append([{ type: 'delete', id: 'a' }, put('c', { description: 'third' })])
    const before = await contentsOf(store)
    assert.deepEqual(await idsIn(store), ['b', 'c'])
    const again = await reopened()
    assert.deepEqual(await contentsOf(again), before)
    assert.ok((await again.revision()) > revision)
    await again.append([put('d')])
    assert.deepEqual(await idsIn(again), ['b', 'c', 'd'])
  },
  'An `append` whose signal aborts on the way is durable when it resolves, and changes nothing when it rejects':
    async ({ store }) => {
      const stop = new AbortController()
      const appended = store.append([put('a')], { signal: stop.signal })
      stop.abort(new RangeError('given up'))
      const outcome = await appended.then(
        () => ['a'],
        () => [],
      )
      assert.deepEqual(await idsIn(store), outcome)
    },
  'Every batch has a revision of its own, greater than those before; an empty one changes nothing': async ({
    store,
    reopened,
  }) => {
    assert.equal(await store.revision(), 0)
    const first = await store.append([put('a')])
    const second = await store.append([put('a')])
    const third = await store.append([{ type: 'delete', id: 'nobody' }])
    assert.ok(0 < first && first < second && second < third)
    assert.equal(await store.revision(), third)
    assert.equal(await store.append([]), third)
    const again = await reopened()
    assert.equal(await again.revision(), third)
    assert.ok((await again.append([put('b')])) > third)
  },
  'Later changes of a batch win over earlier ones; deleting what is not there is no error': async ({
    store,
  }) => {
    await store.append([
      put('a', { description: 'first' }),
      put('a', { description: 'second' }),
      put('b'),
      { type: 'delete', id: 'b' },
      { type: 'delete', id: 'c' },
      put('c'),
      { type: 'deleteItem', kind: 'source', key: 'x' },
      item('x', 1),
      item('x', 2),
      item('y', 1),
      { type: 'deleteItem', kind: 'source', key: 'y' },
    ])
    assert.deepEqual(await idsIn(store), ['a', 'c'])
    assert.equal((await store.get(['a']))[0]?.tool.description, 'second')
    assert.deepEqual(await store.items('source'), [{ kind: 'source', key: 'x', value: 2 }])
    await store.append([put('c', { notes: 'new' }), { type: 'delete', id: 'a' }, put('a')])
    const [a, c] = (await store.get(['a', 'c'])) as CatalogRecord[]
    assert.equal(a?.tool.description, undefined)
    assert.equal(c?.notes, 'new')
  },
  'Batches take effect in the order in which they were handed over': async ({ store }) => {
    const descriptions = Array.from({ length: 20 }, (_, i) => `number ${i}`)
    const revisions = await Promise.all(
      descriptions.map((description) => store.append([put('a', { description })])),
    )
    assert.deepEqual(
      [...revisions].sort((x, y) => x - y),
      revisions,
    )
    assert.equal(new Set(revisions).size, revisions.length)
    assert.equal((await store.get(['a']))[0]?.tool.description, descriptions.at(-1))
  },
  'An `expectedRevision` that is not the latest is a `STALE_REVISION`, and nothing has changed': async ({
    store,
  }) => {
    const first = await store.append([put('a')], { expectedRevision: 0 })
    const second = await store.append([put('b')], { expectedRevision: first })
    const before = await contentsOf(store)
    for (const expectedRevision of [0, first, second + 1]) {
      const refused = store.append([put('c')], { expectedRevision })
      assert.equal(await codeOf(refused), 'STALE_REVISION')
    }
    assert.deepEqual(await contentsOf(store), before)
    const racing = await Promise.all(
      ['x', 'y'].map((name) => codeOf(store.append([put(name)], { expectedRevision: second }))),
    )
    assert.deepEqual(racing, ['resolved', 'STALE_REVISION'])
    assert.deepEqual(await idsIn(store), ['a', 'b', 'x'])
  },
}

function item(key: string, value: number): CatalogChange {
  return { type: 'putItem', item: { kind: 'source', key, value } }
}
