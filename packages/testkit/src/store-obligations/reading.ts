import assert from 'node:assert/strict'
import { type CatalogChange, type CatalogRecord, compareIds, parseTool } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import fc from 'fast-check'
import {
  changed,
  codeOf,
  collect,
  idOf,
  put,
  type StoreChecks,
  sketchRecord,
  stateOf,
} from './store-place.ts'

/** What a store owes its readers. */
export const readingChecks: StoreChecks = {
  '`load` gives every record of one revision, in ascending order of id, whatever is appended meanwhile':
    async ({ store }) => {
      const names = Array.from({ length: 2_500 }, (_, i) => `${i % 2 ? 'Tool' : 'tool'}_${i}`)
      await store.append(names.map((name) => put(name, { description: 'before' })))
      const loaded: CatalogRecord[] = []
      for await (const record of store.load()) {
        loaded.push(record)
        if (loaded.length !== 10) continue
        const renewed = names.slice(0, 1_500).map((name) => put(name, { description: 'after' }))
        const gone = names.slice(1_500).map((id) => ({ type: 'delete' as const, id }))
        await store.append([...renewed, ...gone, put('zzz')])
      }
      assert.deepEqual(
        loaded.map(({ tool }) => tool.id),
        [...names].sort(compareIds),
      )
      assert.deepEqual([...new Set(loaded.map(({ tool }) => tool.description))], ['before'])
      const later = await collect(store.load())
      assert.deepEqual([...new Set(later.map(({ tool }) => tool.description))].sort(), ['after', undefined])
      assert.equal(later.length, 1_501)
      for await (const record of store.load()) {
        assert.equal(record.tool.id, later[0]?.tool.id)
        break
      }
    },
  'Records and items come back as they went in, tools as `parseTool` gives them': async ({
    store,
    reopened,
  }) => {
    await store.append(ODD_RECORDS.map((record) => ({ type: 'put', record })))
    await store.append([
      { type: 'putItem', item: { kind: 'source', key: 'naïve 天气 😀', value: ODD_VALUE } },
    ])
    const again = await reopened()
    const ids = ODD_RECORDS.map(({ tool }) => tool.id)
    const records = (await again.get(ids)) as CatalogRecord[]
    assert.deepEqual(records, ODD_RECORDS)
    for (const { tool, backends } of records) {
      assert.equal(parseTool(tool).tool, tool)
      assert.ok(Object.isFrozen(backends))
    }
    assert.deepEqual(await again.items('source'), [
      { kind: 'source', key: 'naïve 天气 😀', value: ODD_VALUE },
    ])
  },
  '`loadChanges` leads from a revision to the latest with at most one change an id, in ascending order of id; from a revision it knows no more it is a `REVISION_FORGOTTEN`':
    async ({ fresh }) => {
      await fresh(async ({ place, store }) => {
        if (place.forget === undefined) return
        const first = await store.append([put('a')])
        await place.forget(store)
        assert.equal(await codeOf(collect(store.loadChanges(first))), 'REVISION_FORGOTTEN')
        assert.deepEqual(await collect(store.loadChanges(await store.revision())), [])
      })
      await fc.assert(
        fc.asyncProperty(fc.array(anyBatch, { maxLength: 8 }), (batches) =>
          fresh(async ({ store }) => {
            const states: [number, Map<string, CatalogRecord>][] = [[0, new Map()]]
            for (const batch of batches) {
              const revision = await store.append(batch)
              states.push([revision, await stateOf(store)])
            }
            const latest = states.at(-1)?.[1] ?? new Map()
            for (const [revision, state] of states) {
              const changes = await collect(store.loadChanges(revision))
              const ids = changes.map(idOf)
              assert.deepEqual([...new Set(ids)].sort(compareIds), ids)
              assert.deepEqual(changed(state, changes), latest)
            }
            const future = collect(store.loadChanges((states.at(-1)?.[0] ?? 0) + 1))
            assert.equal(await codeOf(future), 'REVISION_FORGOTTEN')
          }),
        ),
        { numRuns: 12 },
      )
    },
  '`get` gives one entry an id, in the order of the ids: the record, or `undefined`': async ({ store }) => {
    await store.append(['a', 'b', 'toString'].map((name) => put(name)))
    const ids = ['b', 'nobody', 'a', 'b', '', '__proto__', 'toString', "a' OR 1=1 --"]
    const found = (await store.get(ids)).map((record) => record?.tool.id)
    assert.deepEqual(found, ['b', undefined, 'a', 'b', undefined, undefined, 'toString', undefined])
    assert.deepEqual(await store.get([]), [])
    const many = await store.get(Array.from({ length: 5_000 }, (_, i) => (i === 4_999 ? 'a' : `n${i}`)))
    assert.equal(many.length, 5_000)
    assert.equal(many.at(-1)?.tool.id, 'a')
  },
  '`items` gives the items of a kind in ascending order of key': async ({ store }) => {
    const keys = ['b', 'B', 'a', '10', '9', '\u{10000}', '\uff21', '天']
    await store.append(keys.map((key, value) => ({ type: 'putItem', item: { kind: 'source', key, value } })))
    await store.append([{ type: 'putItem', item: { kind: 'pin', key: 'a', value: null } }])
    const found = (await store.items('source')).map(({ key }) => key)
    assert.deepEqual(found, [...keys].sort(compareIds))
    assert.deepEqual(await store.items('pin'), [{ kind: 'pin', key: 'a', value: null }])
    assert.deepEqual(await store.items('nothing'), [])
  },
  '`reader`, where there is one, reads the same as the promises do, at once': async ({ store }) => {
    const { reader } = store
    if (reader === undefined) return
    assert.deepEqual([...reader.ids()], [])
    await store.append([...ODD_RECORDS.map((record) => ({ type: 'put' as const, record })), put('gone')])
    await store.append([{ type: 'delete', id: 'gone' }])
    const records = await collect(store.load())
    assert.deepEqual(
      [...reader.ids()],
      records.map(({ tool }) => tool.id),
    )
    assert.deepEqual(
      [...reader.ids()].map((id) => reader.record(id)),
      records,
    )
    assert.deepEqual(
      [...reader.ids()].map((id) => reader.summary(id)),
      records.map(({ tool, backends }) => toToolSummary(tool, backends)),
    )
    assert.equal(reader.record('gone') ?? reader.summary('gone'), undefined)
  },
  '`openCopy`, where there is one, gives a reader of what the store holds, and of each change that it receives':
    async ({ store: { openCopy }, fresh }) => {
      if (openCopy === undefined) return
      await fc.assert(
        fc.asyncProperty(anyBatch, fc.array(anyBatch, { maxLength: 6 }), (first, batches) =>
          fresh(async ({ store }) => {
            await store.append([...ODD_RECORDS.map((record) => ({ type: 'put' as const, record })), ...first])
            const copy = await store.openCopy?.()
            assert.ok(copy)
            for (const batch of [[], ...batches]) {
              await store.append(batch)
              await copy.take(batch)
              const records = await collect(store.load())
              const ids: readonly string[] = [...copy.ids()]
              assert.deepEqual(
                ids,
                records.map(({ tool }) => tool.id),
              )
              assert.deepEqual(ids.map(copy.record), records)
              const summaries = records.map(({ tool, backends }) => toToolSummary(tool, backends))
              assert.deepEqual(ids.map(copy.summary), summaries)
              assert.ok(ids.map(copy.summary).every((summary) => Object.isFrozen(summary?.tags)))
              assert.equal(copy.record('nobody') ?? copy.summary('nobody'), undefined)
            }
          }),
        ),
        { numRuns: 12 },
      )
    },
}

const ODD_VALUE = { 'a\u0000b': ['\ud800', '\u2028', 1e308, -0.5, null, true, { '': '' }] }
/** What real servers send, and what they might. In ascending order of id. */
const ODD_RECORDS: readonly CatalogRecord[] = [
  sketchRecord('Get Weather', {
    description: 'Line one\nline "two" \\ 天气 😀',
    tags: ['web'],
    category: 'Sky',
  }),
  sketchRecord('all', {
    namespace: 'git',
    version: '1.2.0+build',
    title: 'All',
    inputSchema: { type: 'object', properties: { x: { default: ODD_VALUE } }, required: ['x'] },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false },
    icons: [{ src: 'https://example.com/i.png', sizes: ['48x48'] }],
    _meta: { summary: 'Everything', securityRequirements: [{ oauth: [] }] },
    otherMembers: { execution: { taskSupport: 'optional' } },
    inputModes: ['text/plain'],
    capabilities: ['file_io'],
    examples: [{ title: 'One', arguments: { x: 1 }, resultHint: 'nothing' }],
    backends: [
      { kind: 'mcp', server: 'git', tool: 'all\u200b' },
      { kind: 'provider', providerId: 'p', toolId: 't' },
    ],
    notes: 'Notes with \u0000 and \ud800',
    toolDoc: { summary: 'Documented', externalRefs: ['https://example.com'] },
  }),
  sketchRecord('constructor'),
].sort((a, b) => compareIds(a.tool.id, b.tool.id))

const anyBatch: fc.Arbitrary<readonly CatalogChange[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('delete' as const), id: fc.constantFrom('a', 'B', 'c', 'd') }),
    fc
      .tuple(fc.constantFrom('a', 'B', 'c', 'd'), fc.nat(3))
      .map(([name, i]) => put(name, { description: `of ${i}` })),
  ),
  { minLength: 1, maxLength: 4 },
)
