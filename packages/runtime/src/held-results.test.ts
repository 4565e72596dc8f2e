import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { textOf, tool } from './fixtures/tools.ts'
import { createHeldResults, type HeldResultLimits } from './held-results.ts'
import { createToolbox, resultReaderTool } from './index.ts'
import { takeHeldPage } from './result-page.ts'

const NOT_FOUND = expect.objectContaining({ code: 'RESULT_NOT_FOUND' })

function setUp(limits: HeldResultLimits) {
  const held = createHeldResults(createManualClock(), { maxLength: 1_000, limits })
  const hold = (owner: string, text = 'x'): string =>
    held.hold(owner, { text, json: undefined, pageOf: takeHeldPage }) ?? ''
  const isHeld = (principal: string, handle: string): boolean => {
    try {
      held.read(handle, { principal })
      return true
    } catch {
      return false
    }
  }
  return { hold, isHeld }
}

it('a result is read by whoever called, and by nobody else who has its handle', async () => {
  const box = createToolbox({ maxResultLength: 1_000 })
  box.register([tool('long', { execute: () => 'x'.repeat(5_000) }), resultReaderTool(box)])
  const result = await box.call('long', {}, { principal: 'ann' })
  const [, handle = ''] = /handle (r_\w+)/.exec(textOf(result)) ?? []
  expect(box.readResult(handle, { principal: 'ann' }).total).toBe(1)
  for (const principal of ['bob', '', undefined]) {
    expect(() => box.readResult(handle, { principal })).toThrow(NOT_FOUND)
  }
  expect(await box.call('read_result', { handle }, { principal: 'bob' })).toMatchObject({ isError: true })
  expect(textOf(await box.call('read_result', { handle }, { principal: 'ann' }))).toContain('xxx')
})

it('handles are never alike, and too long to be guessed', () => {
  const { hold } = setUp({ maxHeld: 1_000 })
  const handles = Array.from({ length: 1_000 }, () => hold(''))
  expect(new Set(handles).size).toBe(1_000)
  for (const handle of handles) expect(handle).toMatch(/^r_[0-9a-f]{24}$/)
})

it('whoever holds most makes room, by number and by size', () => {
  const byNumber = setUp({ maxHeld: 4 })
  const bob = byNumber.hold('bob')
  const ann = Array.from({ length: 20 }, () => byNumber.hold('ann'))
  expect(byNumber.isHeld('bob', bob)).toBe(true)
  expect(ann.map((handle) => byNumber.isHeld('ann', handle)).filter(Boolean)).toHaveLength(3)
  const more = byNumber.hold('bob')
  expect([bob, more].every((handle) => byNumber.isHeld('bob', handle))).toBe(true)
  expect(ann.filter((handle) => byNumber.isHeld('ann', handle))).toEqual(ann.slice(-2))

  const bySize = setUp({ maxHeldBytes: 100 })
  const small = bySize.hold('bob', 'x'.repeat(10))
  const big = [1, 2, 3].map(() => bySize.hold('ann', 'x'.repeat(45)))
  expect(bySize.isHeld('bob', small)).toBe(true)
  expect(big.map((handle) => bySize.isHeld('ann', handle))).toEqual([false, true, true])
})

it('a result that comes counts for its owner when room is made', () => {
  for (const limits of [{ maxHeld: 4 }, { maxHeldBytes: 4 }]) {
    const { hold, isHeld } = setUp(limits)
    const ann = [hold('ann'), hold('ann')]
    const [oldest = '', ...bob] = [hold('bob'), hold('bob'), hold('bob')]
    expect(ann.every((handle) => isHeld('ann', handle))).toBe(true)
    expect([oldest, ...bob].map((handle) => isHeld('bob', handle))).toEqual([false, true, true])
  }
})
