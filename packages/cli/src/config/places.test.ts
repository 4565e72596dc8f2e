import { expect, it } from 'vitest'
import { placesOf } from './places.ts'

it('keeps what cannot be made again apart from the cache, where each system has such things', () => {
  const home = '/people/me'
  expect(placesOf({ env: {}, home, platform: 'linux' })).toEqual({
    userConfig: '/people/me/.config/toolscout/config.json',
    cache: '/people/me/.cache/toolscout',
    state: '/people/me/.local/state/toolscout',
  })
  const env = { XDG_STATE_HOME: '/state', XDG_CACHE_HOME: 'relative' }
  expect(placesOf({ env, home, platform: 'darwin' })).toMatchObject({
    cache: '/people/me/.cache/toolscout',
    state: '/state/toolscout',
  })
  const windows = { env: { LOCALAPPDATA: 'C:\\Local' }, home: 'C:\\me', platform: 'win32' } as const
  expect(placesOf(windows).state).toBe('C:\\Local\\toolscout')
})
