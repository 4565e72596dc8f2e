import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCatalogs } from './read-catalogs.ts'
import { readRealText } from './read-real-text.ts'

const folder = await mkdtemp(join(tmpdir(), 'catalogs-'))
afterAll(() => rm(folder, { recursive: true }))

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } }
const line = (namespace: string, name: string): string =>
  JSON.stringify({ namespace, name, description: `${name}.`, inputSchema })
await writeFile(join(folder, 'a.jsonl'), `${line('weather', 'forecast')}\n${line('weather', 'forecast')}\n`)
await writeFile(join(folder, 'a.meta.json'), '{ "source": "somewhere" }')
await writeFile(
  join(folder, 'b.json'),
  JSON.stringify({ servers: { 'my mail': [{ name: 'send', title: 'Send', tags: ['mail', 1] }, {}] } }),
)

describe('catalogs', () => {
  it('give their tools in order, each with an id of its own', async () => {
    const tools = await readCatalogs(folder)
    expect(tools.map(({ id }) => id)).toEqual(['weather:forecast', 'weather-2:forecast', 'my_mail:send'])
    expect(tools[0]).toMatchObject({ description: 'forecast.', inputSchema, tags: [] })
    expect(tools[2]).toMatchObject({ title: 'Send', tags: ['mail'], inputSchema: { type: 'object' } })
  })

  it('stand in the place of the tools of the sets, which give the requests', async () => {
    const [real, sets] = [await readRealText([], 1, folder), await readRealText([], 1)]
    expect(real.tools).toEqual(await readCatalogs(folder))
    expect(real.requests).toEqual(sets.requests)
  })

  it('are refused when there are none', async () => {
    await expect(readCatalogs(join(folder, 'none'))).rejects.toThrow(RangeError)
    await expect(readCatalogs(import.meta.dirname)).rejects.toThrow('No file of')
  })
})
