import { expect, it, vi } from 'vitest'
import { orSkip } from './required.ts'

it('lets a test be skipped where nothing requires what it needs', () => {
  vi.stubEnv('TOOLSCOUT_REQUIRE', 'postgres')
  expect(orSkip('bun', undefined)).toBeUndefined()
  expect(orSkip('postgres', '/bin')).toBe('/bin')
  expect(() => orSkip('postgres', undefined)).toThrow('TOOLSCOUT_REQUIRE wants postgres')
  vi.unstubAllEnvs()
})
