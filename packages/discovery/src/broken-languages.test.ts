import { expect, it, vi } from 'vitest'
import { createDiscovery } from './index.ts'

vi.mock('@toolscout/languages', () => ({
  translateRequest: () => {
    throw new Error('ENOENT: marks.txt')
  },
}))

it('with @toolscout/languages without its data requests are searched as they are, and the answer says so', async () => {
  const discovery = createDiscovery()
  await discovery.register({
    delete_file: { description: 'Delete a file', inputSchema: { type: 'object' }, execute: () => '' },
  })
  const { hits, degraded } = await discovery.search('delete a file')
  expect(hits[0]?.id).toContain('delete_file')
  expect(degraded.map(({ part }) => part)).toEqual(['languages'])
})
