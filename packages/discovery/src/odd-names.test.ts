import { hasHiddenCharacters } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { fakeSource } from './fixtures/fake-source.ts'
import { open } from './fixtures/open-discovery.ts'

it('a server is asked for a tool by the name it gave, whatever that holds', async () => {
  const scout = open()
  const names = ['\u200b/youtube/weekly/{year}', 'two\nlines', 'Get Weather', '获取天气']
  const definitions = names.map((name) => ({ name, inputSchema: { type: 'object' } }))
  const { source, log } = fakeSource({ name: 'odd', list: () => ({ definitions, complete: true }) })
  const { registered, failures } = await scout.addSource(source)
  expect(failures).toEqual([])
  for (const id of registered) await scout.call(id)
  expect(log).toEqual(names.map((name) => [name, {}]))
  const { hits } = await scout.search('youtube weekly')
  expect(hits[0]?.summary).toMatchObject({
    name: '/youtube/weekly/{year}',
    backends: [{ kind: 'mcp', server: 'odd' }],
  })
  expect(hasHiddenCharacters(JSON.stringify(hits))).toBe(false)
})
