import { parseTool } from '@toolscout/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORMAT } from './failures.ts'
import { ENGINE, type TestEngine } from './fixtures/engines.ts'
import { openPostgresStore } from './postgres-store.ts'

const { tool } = parseTool({ name: 'ring_bell', inputSchema: { type: 'object' } })
const put = { type: 'put', record: { tool, backends: [{ kind: 'local', handler: 'x' }], notes: '' } } as const

describe.each(ENGINE)('on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it.each([FORMAT - 1, FORMAT + 1])('format %d is refused', async (format) => {
    const schema = `format_${format}`
    await (await engine.open(schema)).close()
    await engine.ask(schema, `update catalog set format = ${format}`)
    await expect(engine.open(schema)).rejects.toMatchObject({
      code: 'STORE_FORMAT_UNKNOWN',
      details: { format, known: FORMAT },
    })
  })

  it('a node that runs while a newer one changes the format writes nothing', async () => {
    const store = await engine.open('meanwhile')
    await engine.ask('meanwhile', `update catalog set format = ${FORMAT + 1}`)
    const refused = { code: 'STORE_FORMAT_UNKNOWN', details: { format: FORMAT + 1, known: FORMAT } }
    await expect(store.append([put])).rejects.toMatchObject(refused)
    await expect(store.verify()).rejects.toMatchObject(refused)
    await expect(store.repair()).rejects.toMatchObject(refused)
    expect(await engine.ask('meanwhile', 'select id from tool')).toEqual([])
    await store.close()
  })
})

it.each([{ history: 0 }, { maxConnections: 1.5 }, { schema: 'Quoted"' }, { schema: 'a; drop table tool' }])(
  '%o is refused',
  async (options) => {
    await expect(openPostgresStore({ connection: 'postgres://nobody', ...options })).rejects.toThrow(
      RangeError,
    )
  },
)

it('an option that does not exist is refused', async () => {
  const options = { connection: 'postgres://nobody', searchTimeoutMs: 5 }
  await expect(openPostgresStore(options)).rejects.toThrow(TypeError)
})
