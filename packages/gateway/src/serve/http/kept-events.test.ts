import { expect, it } from 'vitest'
import { EventKeeper } from './kept-events.ts'

const message = (id: number): object => ({ id })

it('gives back what came later on the same stream', () => {
  const kept = new EventKeeper(10, 1_000).session('s')
  const first = kept.keep('a', message(1))
  kept.keep('b', message(2))
  const last = kept.keep('a', message(3))

  expect(kept.after(first)).toEqual([expect.objectContaining({ id: last, message: message(3) })])
  expect(kept.after(last)).toEqual([])
  expect(kept.streamOf(first)).toBe('a')
  expect(kept.streamOf('999')).toBeUndefined()
})

it('knows no events of another session', () => {
  const keeper = new EventKeeper(10, 1_000)
  const id = keeper.session('mine').keep('a', message(1))

  expect(keeper.session('yours').streamOf(id)).toBeUndefined()
  expect(keeper.session('yours').after(id)).toEqual([])
})

it('keeps no more events and characters than it may, the latest, all sessions together', () => {
  const keeper = new EventKeeper(3, 100)
  const [one, other] = [keeper.session('one'), keeper.session('other')]
  const ids = [1, 2, 3, 4].map((n) => (n % 2 === 0 ? one : other).keep('a', message(n)))
  expect(keeper.size.events).toBe(3)
  expect(other.streamOf(ids[0] as string)).toBeUndefined()

  one.keep('a', { text: 'x'.repeat(80) })
  expect(keeper.size).toEqual({ events: 2, length: 99 })
})

it('keeps nothing that is larger than all the room, and loses nothing for it', () => {
  const kept = new EventKeeper(3, 100).session('one')
  const first = kept.keep('a', message(1))
  const large = kept.keep('a', { text: 'x'.repeat(100) })
  const last = kept.keep('a', message(3))

  expect(kept.streamOf(large)).toBeUndefined()
  expect(kept.after(first).map(({ id }) => id)).toEqual([last])
})

it('forgets a session', () => {
  const keeper = new EventKeeper(10, 1_000)
  keeper.session('one').keep('a', message(1))
  keeper.session('other').keep('a', message(2))

  keeper.session('one').forget()

  expect(keeper.size.events).toBe(1)
})
