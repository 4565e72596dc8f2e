import { describe, expect, it } from 'vitest'
import type { Fault } from '../validation-result.ts'
import { pickBranch } from './explain-faults.ts'

function fault(keyword: string, path = ''): Fault {
  return { keyword, path, params: {}, value: null, node: undefined }
}

describe('pickBranch', () => {
  it('takes the only branch of the right type', () => {
    const meant = [fault('required')]
    expect(pickBranch([[fault('type')], meant, [fault('false schema')]])).toBe(meant)
  })

  it('takes the only branch whose fixed members are right', () => {
    const meant = [fault('required'), fault('type', '/b')]
    expect(
      pickBranch([[fault('const', '/kind')], meant, [fault('enum', '/kind'), fault('type', '/x')]]),
    ).toBe(meant)
  })

  it('does not mind a fixed value deeper inside', () => {
    const meant = [fault('const', '/a/b')]
    expect(pickBranch([[fault('const', '/a')], meant])).toBe(meant)
  })

  it('takes none when several or none are left', () => {
    expect(pickBranch([[fault('required')], [fault('required')]])).toBeUndefined()
    expect(pickBranch([[fault('type')], [fault('type')]])).toBeUndefined()
    expect(pickBranch([])).toBeUndefined()
  })
})
