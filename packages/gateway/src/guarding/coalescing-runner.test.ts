import { expect, it } from 'vitest'
import { createCoalescingRunner } from './coalescing-runner.ts'

it('begins after the run that runs, once for all who asked meanwhile, and also when that one failed', async () => {
  const ends: ((error?: Error) => void)[] = []
  const run = createCoalescingRunner(
    () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)))
      }),
  )
  const first = run()
  const [second, third] = [run(), run()]
  expect([ends.length, second === third]).toEqual([1, true])
  const failed = expect(first).rejects.toThrow('no')
  ends[0]?.(new Error('no'))
  await failed
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await second
  const next = run()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await next
})
