import type { CatalogStore, ObservedFact, Observer } from '@toolscout/model'
import type { CatalogCopy } from '@toolscout/model/internal'
import { openPostgresStore } from '@toolscout/store/postgres'
import { findPostgres, type PostgresServer, startPostgres } from '@toolscout/testbed/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Discovery } from '../discovery.ts'
import { openDiscovery } from './open-discovery.ts'

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } }
const bin = await findPostgres()
if (bin === undefined)
  console.warn('PostgreSQL is not installed; catalogs that are shared are not tested here.')

let server: PostgresServer
let schemas = 0

/** A catalog of its own, and the way to open it once more. */
function catalog(
  wrap: (store: CatalogStore) => CatalogStore = (store) => store,
  observer?: Observer,
): () => Promise<Discovery> {
  schemas += 1
  const schema = `shared_${schemas}`
  return async () => {
    const store = await openPostgresStore({
      connection: server.connection,
      schema,
      pollIntervalMs: 20,
      history: 2,
    })
    const discovery = await openDiscovery({ store: wrap(store), embedder: false, observer })
    onTestFinished(() => discovery.close())
    return discovery
  }
}

/** Waits until each holds what all of them have written. */
async function level(...nodes: readonly Discovery[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.catalog?.flush()))
  const latest = Math.max(...nodes.map((node) => node.catalog?.revision() ?? 0))
  await Promise.all(nodes.map((node) => node.catalog?.reached(latest)))
}

function contentOf({ index }: Discovery): unknown {
  return index.list().map(({ tool, backends, notes }) => ({ tool, backends, notes }))
}

describe.skipIf(bin === undefined)('a catalog that several processes share', () => {
  beforeAll(async () => {
    server = await startPostgres(bin as string, ['-c', 'fsync=off'])
  })
  afterAll(() => server?.stop())

  it('shows each what the others register, document and remove', async () => {
    const facts: ObservedFact[] = []
    const silent = { run: <T>(work: () => T) => work(), end: () => {} }
    const open = catalog(undefined, {
      begin: () => silent,
      note: (fact) => facts.push(fact),
      carrier: () => ({}),
    })
    const [one, other] = [await open(), await open()]
    const changed: string[] = []
    other.onChange(({ changes }) => changed.push(...changes.map(({ type }) => type)))
    await one.register([
      { name: 'get_forecast', description: 'Tells the weather', inputSchema, execute: () => 'rain' },
    ])
    await one.addDocs('get_forecast', { notes: 'Umbrellas are not sold here.' })
    await level(one, other)
    expect((await other.search('umbrellas')).hits[0]?.id).toBe('get_forecast')
    expect((await other.describe('get_forecast', { detail: 'full' })).docs[0]?.notes).toBe(
      'Umbrellas are not sold here.',
    )
    expect(await other.call('get_forecast')).toMatchObject({
      structuredContent: { error: 'HANDLER_MISSING' },
    })
    await other.register([
      { name: 'get_forecast', description: 'Tells the weather', inputSchema, execute: () => 'sun' },
    ])
    expect((await other.call('get_forecast')).content).toEqual([{ type: 'text', text: 'sun' }])
    other.index.unregister('get_forecast')
    await level(one, other)
    expect(one.index.size).toBe(0)
    expect((await one.search('weather')).hits).toEqual([])
    const lags = facts.flatMap((fact) => (fact.kind === 'feed' ? fact.lagMs : []))
    expect(lags.length).toBeGreaterThanOrEqual(6)
    for (const lag of lags) expect(lag).toBeGreaterThanOrEqual(0)
    expect(changed[0]).toBe('registered')
    expect(changed.at(-1)).toBe('removed')
  })

  it('leaves definitions to the packed copy of each, whoever wrote them', async () => {
    const read: string[] = []
    const open = catalog((store) => ({
      ...store,
      openCopy: async () => {
        const copy = await store.openCopy?.()
        const { record } = copy as CatalogCopy
        return { ...(copy as CatalogCopy), record: (id) => record(read[read.push(id) - 1] as string) }
      },
    }))
    const write = (node: Discovery, description: string): unknown =>
      node.register([{ name: 'get_forecast', description, inputSchema, execute: () => 'rain' }])
    const [one, other] = [await open(), await open()]
    for (const [i, writer] of [one, other].entries()) {
      await write(writer, `Tells the weather ${i}`)
      await level(one, other)
      for (const node of [one, other]) {
        read.length = 0
        const before = node.index.snapshot()
        expect(before.get('get_forecast')?.tool).toMatchObject({
          description: `Tells the weather ${i}`,
          inputSchema,
        })
        expect(read).toEqual(['get_forecast'])
      }
    }
    const before = one.index.snapshot()
    await write(other, 'Tells the time')
    await level(one, other)
    expect(before.get('get_forecast')?.summary.summary).toBe('Tells the weather 1')
    expect(one.index.get('get_forecast')?.summary.summary).toBe('Tells the time')
    const third = await open()
    read.length = 0
    expect((await third.search('time')).hits[0]?.id).toBe('get_forecast')
    expect(read).toEqual([])
    expect((await third.describe('get_forecast')).docs[0]?.summary).toBe('Tells the time')
    expect(read).toContain('get_forecast')
  })

  it('reads what the first filter looks at in slices, once for all who wait, while others search and change', async () => {
    let [reads, between, most, now] = [0, 0, 0, 0]
    const open = catalog((store) => ({
      ...store,
      openCopy: async () => {
        const copy = (await store.openCopy?.()) as CatalogCopy
        const counting: CatalogCopy['summary'] = (id) => {
          // Each takes longer than a slice.
          now += 10
          reads += 1
          between += 1
          return copy.summary(id)
        }
        return { ...copy, summary: counting }
      },
    }))
    const tools = Array.from({ length: 60 }, (_, i) => ({
      name: `forecast_${i}`,
      description: `Tells the weather of day ${i}`,
      inputSchema,
      annotations: { readOnlyHint: i % 2 === 0 },
      execute: () => 'rain',
    }))
    const writer = await open()
    await writer.register(tools)
    await writer.catalog?.checkpoint()
    const node = await open()
    await node.search('weather')
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    ;[reads, between] = [0, 0]
    const gone = new AbortController()
    const filter = { readOnly: true }
    const first = node.search('weather', { limit: 60, filter })
    const page = node.search('weather', { limit: 60, filter, cursor: '' })
    const left = node.search('weather', { filter, signal: gone.signal })
    const all: Promise<unknown>[] = []
    let isOver = false
    const watch = (turn = 1): void => {
      most = Math.max(most, between)
      between = 0
      if (turn === 5) gone.abort(new TypeError('left'))
      if (turn === 6) all.push(node.search('day 7', { limit: 1 }))
      if (turn === 7) node.index.unregister('forecast_58')
      if (!isOver) setImmediate(watch, turn + 1)
    }
    watch()
    await expect(left).rejects.toThrow('left')
    expect(reads).toBeLessThan(20)
    const found = (await first).hits.map(({ id }) => id)
    isOver = true
    expect([...found].sort()).toEqual(
      tools.flatMap(({ name }, i) => (i % 2 === 0 && i !== 58 ? name : [])).sort(),
    )
    expect((await page).hits.map(({ id }) => id)).toEqual(found)
    expect(await Promise.all(all)).toMatchObject([{ hits: [{ id: 'forecast_7' }] }])
    // Once to read facts, once more to show a hit.
    expect(most).toBeLessThanOrEqual(2)
    reads = 0
    expect((await node.search('weather', { limit: 60, filter })).hits).toHaveLength(29)
    expect(reads).toBe(0)
  })

  it('is the same for all in the end, whatever they change at once, and for who opens it then', async () => {
    const change = fc.record({
      node: fc.nat(1),
      // The last of them is each one's own.
      name: fc.constantFrom('a', 'b', 'own'),
      what: fc.constantFrom('register', 'unregister', 'document', 'keep'),
      text: fc.constantFrom('Reads a file', 'Writes a mail', 'Tells the time'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        const open = catalog()
        const nodes = [await open(), await open()] as const
        const owned = new Map<string, string | undefined>()
        for (const { node, name: given, what, text } of changes) {
          const { index, catalog, addDocs } = nodes[node] as Discovery
          const name = given === 'own' ? `own_${node}` : given
          // Nothing is waited for, so that they meet in every order.
          if (what === 'register') {
            index.register({ name, description: text, inputSchema }, { kind: 'local', handler: name })
            owned.set(name, text)
          } else if (what === 'keep') await catalog?.flush()
          else if (index.get(name) !== undefined) {
            if (what === 'unregister') {
              index.unregister(name)
              owned.set(name, undefined)
            } else await addDocs(name, { notes: text })
          }
        }
        await level(...nodes)
        const late = await open()
        for (const name of ['own_0', 'own_1'])
          expect(late.index.get(name)?.tool.description).toBe(owned.get(name))
        const contents = [...nodes, late].map(contentOf)
        expect(contents[0]).toEqual(contents[2])
        expect(contents[1]).toEqual(contents[2])
        const [first, ...others] = await Promise.all(
          [...nodes, late].map(async (node) =>
            (await node.search('reads mail time')).hits.map(({ id, score }) => ({ id, score })),
          ),
        )
        for (const hits of others) expect(hits).toEqual(first)
        await Promise.all([...nodes, late].map((node) => node.close()))
      }),
      { numRuns: 10 },
    )
  })

  it('is read anew by who was away for longer than its history goes back', async () => {
    let letOn = (): void => {}
    const gate = new Promise<void>((resolve) => {
      letOn = resolve
    })
    let isFirst = true
    const open = catalog((store) => {
      // The second that is opened stands still until it has missed everything.
      if (isFirst) {
        isFirst = false
        return store
      }
      return {
        ...store,
        changes: async function* (options) {
          await gate
          yield* store.changes?.(options) ?? []
        },
      }
    })
    const one = await open()
    await one.register([{ name: 'gone', inputSchema }])
    const other = await open()
    one.index.unregister('gone')
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await one.register([{ name, inputSchema }])
    }
    expect(other.index.get('gone')).toBeDefined()
    letOn()
    await level(one, other)
    expect(contentOf(other)).toEqual(contentOf(one))
  })

  it('says that its answers may be old while the database is away, and goes on when it is back', async () => {
    const open = catalog()
    const [one, other] = [await open(), await open()]
    await one.register([{ name: 'get_forecast', description: 'Tells the weather', inputSchema }])
    await level(one, other)
    await server.crash()
    const armsOf = async (): Promise<readonly string[]> =>
      (await other.search('weather')).degraded.map(({ part }) => part)
    await vi.waitFor(async () => expect(await armsOf()).toContain('catalog'), {
      timeout: 20_000,
      interval: 20,
    })
    expect((await other.search('weather')).hits[0]?.id).toBe('get_forecast')
    await server.start()
    await vi.waitFor(async () => expect(await armsOf()).toEqual([]), { timeout: 20_000, interval: 20 })
    await one.register([{ name: 'send_mail', inputSchema }])
    await level(one, other)
    expect(other.index.get('send_mail')).toBeDefined()
  })

  it('lets nobody wait for a revision past the end', async () => {
    const one = await catalog()()
    const stop = new AbortController()
    const waiting = one.catalog?.reached(7, { signal: stop.signal })
    stop.abort(new RangeError('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const late = one.catalog?.reached(7)
    const ended = expect(late).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
    await one.close()
    await ended
  })
})
