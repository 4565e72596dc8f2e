import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogChange, CatalogStore } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit/internal'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDriver } from './drivers.ts'
import { contentsOf, outcomeOf } from './fixtures/contents.ts'
import { type FaultKind, faultyParts } from './fixtures/faulty-parts.ts'
import { makeFolder } from './fixtures/places.ts'
import { openStoreWith, type SqliteStore } from './open-sqlite-store.ts'

const folder = makeFolder()
afterAll(folder.dispose)
const driver = await loadDriver()
const parts = faultyParts(driver)
let folders = 0
/** A store that has seen some life, in a folder of its own. */
const openCopy = async (from: string): Promise<SqliteStore> => {
  folders += 1
  const copy = join(folder.path, `copy-${folders}`)
  cpSync(from, copy, { recursive: true })
  return openStoreWith(parts, { path: join(copy, 'catalog.db') })
}
const template = join(folder.path, 'template')
/** The same with full text. */
const indexed = join(folder.path, 'indexed')

const put = (name: string, description: string): CatalogChange => ({
  type: 'put',
  record: sketchRecord(name, { description }),
})
const makeTemplates = async (): Promise<void> => {
  mkdirSync(template)
  const store = await openStoreWith(parts, { path: join(template, 'catalog.db') })
  await store.append([put('a', 'alpha'), put('b', 'beta'), put('c', 'gamma')])
  const revision = await store.append([{ type: 'delete', id: 'c' }, item('x', 1)])
  await store.saveCheckpoint('snapshot', { revision, bytes: new Uint8Array([1, 2, 3]) })
  await store.embeddings?.set([['aa', new Float32Array([1])]])
  await store.close()
  cpSync(template, indexed, { recursive: true })
  const other = await openStoreWith(parts, { path: join(indexed, 'catalog.db') })
  await other.candidates.retrieve({ query: 'alpha', limit: 1 })
  await other.close()
}
const item = (key: string, value: number): CatalogChange => ({
  type: 'putItem',
  item: { kind: 'source', key, value },
})
const BATCH = [
  put('a', 'other'),
  put('d', 'delta'),
  { type: 'delete', id: 'b' },
  put('c', 'again'),
  item('x', 2),
]

const scenarios: {
  readonly name: string
  readonly from: string
  readonly act: (store: SqliteStore) => unknown
}[] = [
  { name: 'a batch', from: template, act: (store) => store.append(BATCH as CatalogChange[]) },
  {
    name: 'a batch with full text',
    from: indexed,
    act: (store) => store.append(BATCH as CatalogChange[]),
  },
  {
    name: 'the first candidates',
    from: template,
    act: (store) => store.candidates.retrieve({ query: 'alpha', limit: 1 }),
  },
  {
    name: 'a checkpoint',
    from: template,
    act: (store) => store.saveCheckpoint('snapshot', { revision: 1, bytes: new Uint8Array([7]) }),
  },
  {
    name: 'a checkpoint in pieces',
    from: template,
    act: (store) =>
      store.largeCheckpoints?.save('snapshot', {
        revision: 1,
        pieces: [Uint8Array.of(7), Uint8Array.of(8, 9)],
      }),
  },
  {
    name: 'vectors',
    from: template,
    act: (store) =>
      store.embeddings?.set([
        ['aa', new Float32Array([2])],
        ['bb', new Float32Array([3])],
      ]),
  },
]

await makeTemplates()
describe.each(scenarios)('$name, cut off at every call', ({ from, act }) => {
  it.each<FaultKind>(['before', 'after', 'sticky'])('by a fault of kind %s', async (kind) => {
    const witness = await openCopy(from)
    const before = await contentsOf(witness)
    await act(witness)
    const after = await contentsOf(witness)
    await witness.close()
    let n = 0
    for (let hasFailed = true; hasFailed; ) {
      n += 1
      const store = await openCopy(from)
      parts.arm(n, kind)
      const outcome = await outcomeOf(Promise.resolve(act(store)))
      hasFailed = parts.disarm()
      // A store goes on by itself when what it stands on does.
      const found = await contentsOf(store)
      const said = `call ${n}: ${JSON.stringify(outcome)}`
      if (outcome.code === 'resolved') expect(found, said).toEqual(after)
      else if (outcome.state === 'unchanged') expect(found, said).toEqual(before)
      else expect([before, after], said).toContainEqual(found)
      if (outcome.code !== 'resolved') expect(outcome.code, said).toBe('STORE_UNAVAILABLE')
      expect((await store.verify()).faults, said).toEqual([])
      await store.close()
    }
    expect(n).toBeGreaterThan(5)
  })
})

it('opens a new store at every call or not at all', async () => {
  for (const kind of ['before', 'after', 'sticky'] as const) {
    for (let n = 1, hasFailed = true; hasFailed; n += 1) {
      folders += 1
      const path = join(folder.path, `new-${folders}`, 'catalog.db')
      mkdirSync(join(path, '..'))
      parts.arm(n, kind)
      const opening = openStoreWith(parts, { path })
      const outcome = await outcomeOf(opening)
      hasFailed = parts.disarm()
      if (outcome.code === 'resolved') await (await opening).close()
      const store = await openStoreWith(parts, { path })
      expect(await store.verify()).toEqual({ revision: 0, tools: 0, faults: [] })
      await store.close()
    }
  }
})

it('a repair that is cut off at any call leaves what was there, or what it makes of it', async () => {
  const harm = async (path: string): Promise<void> => {
    const connection = driver(path)
    connection.exec(
      `update tools set summary = '{}' where id = 'a'; delete from definitions where number = 2;`,
    )
    connection.close()
  }
  const damaged = join(folder.path, 'damaged')
  cpSync(indexed, damaged, { recursive: true })
  await harm(join(damaged, 'catalog.db'))
  const idsOf = async (store: CatalogStore): Promise<readonly string[]> => [...(store.reader?.ids() ?? [])]
  const witness = await openCopy(damaged)
  const before = await witness.verify()
  const { lost } = await witness.repair()
  const after = await contentsOf(witness)
  expect([lost, await idsOf(witness)]).toEqual([['b'], ['a']])
  await witness.close()
  for (const kind of ['before', 'after', 'sticky'] as const) {
    for (let n = 1, hasFailed = true; hasFailed; n += 1) {
      const store = await openCopy(damaged)
      parts.arm(n, kind)
      const outcome = await outcomeOf(store.repair())
      hasFailed = parts.disarm()
      const said = `${kind}, call ${n}: ${JSON.stringify(outcome)}`
      const report = await store.verify()
      // Looked at as a whole: nothing of the one beside something of the other.
      if (report.faults.length > 0) expect(report, said).toEqual(before)
      else expect(await contentsOf(store), said).toEqual(after)
      if (outcome.code === 'resolved' && !hasFailed) expect(report.faults, said).toEqual([])
      expect((await store.repair()).faults, said).toEqual([])
      expect(await contentsOf(store), said).toEqual(after)
      await store.close()
    }
  }
}, 60_000)
