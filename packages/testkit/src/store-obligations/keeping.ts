import assert from 'node:assert/strict'
import { embeddingCacheObligations } from '../embedding-cache-obligations.ts'
import { codeOf, collect, contentsOf, idsIn, type PlaceChecks, put, type StoreChecks } from './store-place.ts'

/** What a store owes about checkpoints, vectors, other writers and repair. */
export const keepingChecks: StoreChecks = {
  '`loadCheckpoint` gives what was saved last under a name, with its revision; a revision that the store has not reached is a RangeError':
    async ({ store, reopened }) => {
      assert.equal(await store.loadCheckpoint('snapshot'), undefined)
      const revision = await store.append([put('a')])
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 251)
      await store.saveCheckpoint('snapshot', { revision: 0, bytes: new Uint8Array([1]) })
      await store.saveCheckpoint('other', { revision, bytes: new Uint8Array() })
      // A view into something longer, as searchers give it, that is used for something else afterwards.
      const room = new Uint8Array(bytes.length + 9)
      room.set(bytes, 5)
      await store.saveCheckpoint('snapshot', { revision, bytes: room.subarray(5, 5 + bytes.length) })
      room.fill(0)
      await store.append([put('b')])
      const again = await reopened()
      const saved = await again.loadCheckpoint('snapshot')
      assert.equal(saved?.revision, revision)
      assert.deepEqual(Buffer.compare(saved?.bytes ?? new Uint8Array(), bytes), 0)
      assert.deepEqual(await again.loadCheckpoint('other'), { revision, bytes: new Uint8Array() })
      const future = { revision: revision + 9, bytes }
      for (const wrong of [future, { revision: -1, bytes }, { revision: 0.5, bytes }]) {
        assert.equal(await codeOf(again.saveCheckpoint('snapshot', wrong)), 'RangeError')
      }
      assert.equal(await codeOf(again.saveCheckpoint('a name', { revision, bytes })), 'TypeError')
      assert.equal((await again.loadCheckpoint('snapshot'))?.revision, revision)
    },
  '`largeCheckpoints`, where there are any, gives piece by piece what was saved last under a name; one that is open stays what it is whatever is saved later, and a read that gives fewer bytes than were asked for throws':
    async ({ store, reopened }) => {
      const { largeCheckpoints: large } = store
      if (large === undefined) return
      assert.equal(await large.open('snapshot'), undefined)
      const revision = await store.append([put('a')])
      // One array, filled again for each piece.
      const room = new Uint8Array(1_000)
      const pieces = function* (): Generator<Uint8Array> {
        for (const value of [1, 2, 3]) yield room.fill(value)
        yield room.subarray(0, 10).fill(4)
      }
      await large.save('snapshot', { revision, pieces: pieces() })
      const again = await reopened()
      const first = await again.largeCheckpoints?.open('snapshot')
      assert.deepEqual([first?.revision, first?.byteLength], [revision, 3_010])
      const expected = Uint8Array.from({ length: 3_010 }, (_, i) => Math.floor(i / 1_000) + 1)
      const bytesOf = (at: number, length: number): Uint8Array => {
        const into = new Uint8Array(length)
        first?.read(at, into)
        return into
      }
      assert.deepEqual(bytesOf(0, 3_010), expected)
      assert.deepEqual((await again.loadCheckpoint('snapshot'))?.bytes, expected)
      const failing = function* (): Generator<Uint8Array> {
        yield Uint8Array.of(9)
        throw new RangeError('no more pieces')
      }
      const refused = again.largeCheckpoints?.save('snapshot', { revision, pieces: failing() })
      await assert.rejects(refused ?? Promise.resolve(), /no more pieces/)
      assert.deepEqual((await again.loadCheckpoint('snapshot'))?.bytes, expected)
      await again.saveCheckpoint('snapshot', { revision, bytes: Uint8Array.of(7) })
      assert.deepEqual((await again.loadCheckpoint('snapshot'))?.bytes, Uint8Array.of(7))
      assert.deepEqual(bytesOf(995, 10), expected.subarray(995, 1_005))
      assert.equal(await codeOf((async () => bytesOf(3_005, 10))()), 'STORE_UNAVAILABLE')
      const other = await again.largeCheckpoints?.open('snapshot')
      first?.close()
      first?.close()
      assert.equal(await codeOf((async () => bytesOf(0, 1))()), 'STORE_CLOSED')
      if ((await reopened()) === again) return
      assert.equal(await codeOf((async () => other?.read(0, new Uint8Array(1)))()), 'STORE_CLOSED')
    },
  '`embeddings`, where there is one, keeps vectors as the contract of `EmbeddingCache` says': async ({
    store,
    reopened,
  }) => {
    const { embeddings: cache } = store
    if (cache === undefined) return
    for (const { check } of embeddingCacheObligations()) await check(() => cache)
    const vector = Float32Array.from({ length: 384 }, (_, i) => Math.fround(Math.sin(i)))
    const given = vector.slice()
    await cache.set([
      ['aa', given],
      ['bb', new Float32Array([1])],
      ['bb', new Float32Array([0, 1])],
    ])
    given.fill(0)
    const { embeddings } = await reopened()
    const found = (await embeddings?.get(['bb', 'nothing', 'aa', 'bb'])) ?? []
    assert.deepEqual(found, [new Float32Array([0, 1]), undefined, vector, new Float32Array([0, 1])])
  },
  'A second writer is refused with `STORE_LOCKED` or waits; it never corrupts': async ({
    place,
    store,
    durable,
  }) => {
    if (!durable) return
    await store.append([put('a')])
    const second = await place.open().catch((error: unknown) => error)
    if (second instanceof Error) {
      assert.equal(Reflect.get(second, 'code'), 'STORE_LOCKED')
      await store.append([put('b')])
      assert.deepEqual(await idsIn(store), ['a', 'b'])
      return
    }
    const other = second as typeof store
    const names = Array.from({ length: 40 }, (_, i) => `n${i + 10}`)
    await Promise.all(names.map((name, i) => (i % 2 ? store : other).append([put(name)])))
    assert.deepEqual(await contentsOf(store), await contentsOf(other))
    assert.deepEqual(await idsIn(other), ['a', ...names])
    await other.close()
  },
  '`verify` finds no fault in a store that nobody damaged, and `repair` changes nothing there': async ({
    store,
  }) => {
    assert.deepEqual(await store.verify(), { revision: 0, tools: 0, faults: [] })
    const revision = await store.append([put('a', { notes: 'noted' }), put('b')])
    await store.append([{ type: 'delete', id: 'b' }, put('a', { notes: 'again' })])
    await store.embeddings?.set([['aa', new Float32Array([1, 0])]])
    await store.saveCheckpoint('snapshot', { revision, bytes: new Uint8Array([1, 2]) })
    const before = await contentsOf(store)
    const report = { revision: await store.revision(), tools: 1, faults: [] }
    assert.deepEqual(await store.verify(), report)
    assert.deepEqual(await store.repair(), { ...report, mended: [], lost: [] })
    assert.deepEqual(await contentsOf(store), before)
  },
  'An aborted signal rejects with the signal’s reason': async ({ store }) => {
    const revision = await store.append([put('a')])
    const before = await contentsOf(store)
    const reason = new RangeError('given up')
    const given = { signal: AbortSignal.abort(reason) }
    const checkpoint = { revision, bytes: new Uint8Array([1]) }
    const rejected = [
      store.revision(given),
      store.append([put('b')], given),
      store.append([], given),
      collect(store.load(given)),
      collect(store.loadChanges(0, given)),
      store.get(['a'], given),
      store.items('source', given),
      store.saveCheckpoint('snapshot', checkpoint, given),
      store.loadCheckpoint('snapshot', given),
      store.verify(given),
      store.repair(given),
    ]
    await Promise.all(rejected.map((promise) => assert.rejects(promise, reason)))
    assert.deepEqual(await contentsOf(store), before)
  },
}

/** What a store owes about formats and its end. */
export const endingChecks: PlaceChecks = {
  'A format from the future is a `STORE_FORMAT_UNKNOWN`, and nothing has changed': async ({ place }) => {
    if (place.makeNewer === undefined) return
    const store = await place.open()
    await store.append([put('a')])
    await store.close()
    await place.makeNewer()
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await codeOf(place.open()), 'STORE_FORMAT_UNKNOWN')
    }
  },
  '`close` waits for what was handed over, may be called twice, and afterwards everything is a `STORE_CLOSED`':
    async ({ place, durable }) => {
      const store = await place.open()
      const last = store.append([put('last')])
      await Promise.all([store.close(), store.close()])
      await store.close()
      assert.ok((await last) > 0)
      const asked = [
        store.revision(),
        store.append([put('a')]),
        store.append([]),
        collect(store.load()),
        collect(store.loadChanges(0)),
        store.get(['a']),
        store.items('source'),
        store.saveCheckpoint('snapshot', { revision: 0, bytes: new Uint8Array() }),
        store.loadCheckpoint('snapshot'),
        store.verify(),
        store.repair(),
        ...(store.embeddings === undefined ? [] : [store.embeddings.get(['aa'])]),
      ]
      const codes = await Promise.all(asked.map(codeOf))
      assert.deepEqual([...new Set(codes)], ['STORE_CLOSED'])
      if (!durable) return
      const again = await place.open()
      assert.deepEqual(await idsIn(again), ['last'])
      await again.close()
    },
}
