import { expect, it, vi } from 'vitest'
import { createDiscovery } from './index.ts'

vi.mock('@toolscout/languages', () => {
  throw new Error('not installed')
})

it('without @toolscout/languages requests are searched as they are', async () => {
  const discovery = createDiscovery()
  await discovery.register({
    delete_file: { description: 'Delete a file', inputSchema: { type: 'object' }, execute: () => '' },
    wetter_abrufen: { description: 'Ruft das Wetter ab', inputSchema: { type: 'object' }, execute: () => '' },
  })
  const first = async (query: string) => (await discovery.search(query)).hits[0]?.id.split(':').at(-1)
  expect(await first('delete a file')).toBe('delete_file')
  expect(await first('Wie ist das Wetter?')).toBe('wetter_abrufen')
  expect((await discovery.search('supprime ce fichier')).degraded).toEqual([])
  const [degraded] = (await discovery.search('прочитай письмо')).degraded
  expect(degraded?.reason).toContain('Ask again in English.')
})
