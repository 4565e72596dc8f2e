import { createRequire } from 'node:module'
import { nextTurn } from '@toolscout/model/internal'
import { describe, expect, it, vi } from 'vitest'
import { openPgDatabase } from './pg-database.ts'

const { cache, resolve } = createRequire(import.meta.url)
const OPTIONS = { connection: {}, schema: 'toolscout', maxConnections: 1 }

describe.skipIf('navigator' in globalThis)('pg without navigator, as on Node 20', () => {
  it('is loaded after the slow part of it, with other work in between', async () => {
    const seen = new Set<string>()
    const see = () =>
      seen.add(['pg/lib/stream', 'pg'].filter((name) => cache[resolve(name)] !== undefined).join())
    see()
    const opened = openPgDatabase(OPTIONS)
    let isOpen = false
    void opened.then(() => {
      isOpen = true
    })
    while (!isOpen) {
      await nextTurn()
      see()
    }
    expect([...seen]).toEqual(['', 'pg/lib/stream', 'pg/lib/stream,pg'])
    await (await opened).close()
  })

  it('is loaded where it has no such part', async () => {
    vi.doMock('pg/lib/stream', () => {
      throw new Error('no such file')
    })
    const database = await openPgDatabase(OPTIONS)
    vi.doUnmock('pg/lib/stream')
    await database.close()
  })
})
