import type { PGlite } from '@electric-sql/pglite'
import { type CatalogChange, parseTool } from '@toolscout/model'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { breaking } from './fixtures/breaking-database.ts'
import { openPglite, pgliteDatabase } from './fixtures/pglite-database.ts'
import { createPostgresStore, readSettings } from './postgres-store.ts'

function put(name: string, description: string): CatalogChange {
  const { tool } = parseTool({ name, description, inputSchema: { type: 'object' } })
  return { type: 'put', record: { tool, backends: [{ kind: 'local', handler: name }], notes: '' } }
}

describe('a connection that breaks', () => {
  let pglite: PGlite
  let schemas = 0
  const schema = (): string => {
    schemas += 1
    return `breaking_${schemas}`
  }
  beforeAll(async () => {
    pglite = await openPglite()
  })

  it('after a batch was written: the batch is found, and was taken in once', async () => {
    const name = schema()
    let isBroken = false
    const database = breaking(await pgliteDatabase(pglite, name), () => {
      const now = isBroken
      isBroken = false
      return now ? 'after' : undefined
    })
    const store = await createPostgresStore(database, readSettings({ schema: name }))
    await store.append([put('a', 'first')])
    isBroken = true
    expect(await store.append([put('a', 'second')])).toBe(2)
    expect(await store.revision()).toBe(2)
    expect((await store.get(['a']))[0]?.tool.description).toBe('second')
    isBroken = true
    await expect(store.append([put('a', 'third')], { expectedRevision: 1 })).rejects.toMatchObject({
      code: 'STALE_REVISION',
      details: { expected: 1, actual: 2 },
    })
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })

  it('before a batch arrived: the batch is refused, also when it comes later after all', async () => {
    const name = schema()
    const real = await pgliteDatabase(pglite, name)
    const late: (() => Promise<unknown>)[] = []
    const database: Database = {
      ...real,
      ask: async (statement, values) => {
        if (!statement.text.includes('append_batch')) return real.ask(statement, values)
        late.push(() => real.ask(statement, values))
        throw new Error('Connection terminated unexpectedly')
      },
    }
    const store = await createPostgresStore(database, readSettings({ schema: name }))
    await expect(store.append([put('a', 'lost')])).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      details: { state: 'unchanged' },
    })
    await expect(late[0]?.()).rejects.toMatchObject({ code: 'TS003' })
    expect(await store.revision()).toBe(0)
    await store.close()
  })

  it('at the n-th call, whichever it is, leaves the state before or after, and says which', async () => {
    for (let at = 1; at <= 12; at += 1) {
      const when = at % 2 === 0 ? 'before' : 'after'
      const name = schema()
      await (
        await createPostgresStore(await pgliteDatabase(pglite, name), readSettings({ schema: name }))
      ).close()
      let count = Number.NEGATIVE_INFINITY
      const database = breaking(await pgliteDatabase(pglite, name), () => {
        count += 1
        return count === Math.ceil(at / 2) ? when : undefined
      })
      const store = await createPostgresStore(database, readSettings({ schema: name }))
      await store.append([put('a', 'old'), put('b', 'old')])
      count = 0
      const appended = await store
        .append([put('a', 'new'), { type: 'delete', id: 'b' }, put('c', 'new')])
        .then(
          () => 'after',
          (error: unknown) => Reflect.get(Reflect.get(error as object, 'details'), 'state'),
        )
      count = Number.NEGATIVE_INFINITY
      const found = (await store.get(['a', 'b', 'c'])).map((record) => record?.tool.description)
      const before = ['old', 'old', undefined]
      const after = ['new', undefined, 'new']
      if (appended === 'unknown') expect([before, after]).toContainEqual(found)
      else expect(found).toEqual(appended === 'after' ? after : before)
      expect((await store.verify()).faults).toEqual([])
      await store.close()
    }
  })
})
