import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { nextTurn } from '../platform.ts'
import { anySignal } from './clock.ts'
import { timeoutSignal } from './timeout-signal.ts'

it('aborts what has it by another signal alone, whatever is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const signal = anySignal(new AbortController().signal, timeoutSignal(100))
  const aborted = once(signal, 'abort')
  // What was made in this turn is held until the next one.
  await nextTurn()
  ;(runInNewContext('gc') as () => void)()
  await aborted
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
