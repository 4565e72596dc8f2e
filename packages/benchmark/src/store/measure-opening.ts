import { createLexicalSearcher } from '@toolscout/search'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { SNAPSHOT, type StoreBenchOptions } from './measure-writing.ts'
import { took } from './stopwatch.ts'

/** What a process that has just begun needs to its first answer. */
export async function measureOpening({ path }: StoreBenchOptions): Promise<object> {
  const opening = performance.now()
  const store = await openSqliteStore({ path })
  const opened = performance.now()
  const { reader } = store
  const saved = await store.loadCheckpoint(SNAPSHOT)
  if (saved === undefined || reader === undefined) throw new RangeError('There is no snapshot to open.')
  const read = performance.now()
  const summaryOf = (id: string): NonNullable<ReturnType<typeof reader.summary>> =>
    reader.summary(id) as NonNullable<ReturnType<typeof reader.summary>>
  const searcher = createLexicalSearcher({ saved: { bytes: saved.bytes, summaryOf } })
  const restored = performance.now()
  const { hits } = await searcher.search({ query: 'create a file in a folder', limit: 10 })
  const records = hits.map(({ id }) => reader.record(id))
  const answered = performance.now()
  if (records.length === 0 || records.includes(undefined)) throw new RangeError('There is no answer.')
  await store.close()
  return {
    toFirstAnswerMs: answered - opening,
    parts: {
      openMs: opened - opening,
      readSnapshotMs: read - opened,
      restoreMs: restored - read,
      searchAndReadMs: answered - restored,
    },
  }
}

/** What reading all of a store costs. */
export async function measureReading({ path }: StoreBenchOptions): Promise<object> {
  const store = await openSqliteStore({ path })
  const ids = await took(async () => [...(store.reader?.ids() ?? [])])
  const changes = await took(async () => {
    for await (const _ of store.loadChanges((await store.revision()) - 1));
  })
  const load = await took(async () => {
    for await (const _ of store.load());
  })
  const verify = await took(() => store.verify())
  await store.close()
  return { ids, changesSinceOneRevision: changes, load, verify }
}
