import { expect, it } from 'vitest'
import { createVisibility } from './find-tools.ts'

it('another set of quarantined tools is another key, so that remembered answers are not used', () => {
  const guard = { isEnforced: true, holds: () => false, revision: 1 }
  const visibility = createVisibility(() => true, guard)
  const keys = [visibility.of('me')?.key]
  guard.revision = 2
  keys.push(visibility.of('me')?.key, visibility.of('you')?.key)
  expect(new Set(keys).size).toBe(3)
})

it('without a policy and without quarantine everything exists for everybody', () => {
  const guard = { isEnforced: false, holds: () => true, revision: 0 }
  expect(createVisibility(undefined, guard).of('me')).toBeUndefined()
})
