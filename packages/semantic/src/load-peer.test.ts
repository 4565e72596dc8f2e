import { expect, it } from 'vitest'
import { loadPeer } from './load-peer.ts'

it('gives the package that is there, and says of one that is not what to install', async () => {
  expect(await loadPeer('node:path', '^1')).toHaveProperty('join')
  await expect(loadPeer('@toolscout/not-there', '^1')).rejects.toMatchObject({
    code: 'PEER_NOT_INSTALLED',
    message: expect.stringContaining('Install @toolscout/not-there ^1'),
    details: { package: '@toolscout/not-there' },
  })
})
