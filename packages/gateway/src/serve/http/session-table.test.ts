import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { RunningRequests } from '../closing.ts'
import { createSessionId, type HttpSession, SessionTable } from './session-table.ts'

function setUp(maxSessions = 3) {
  const clock = createManualClock()
  const table = new SessionTable({ maxSessions, sessionIdleMs: 600_000 }, clock)
  const closed: string[] = []
  const add = (id: string, principal = 'ann'): HttpSession => {
    const session = {
      id,
      principal,
      running: new RunningRequests(),
      open: new RunningRequests(),
      channel: {
        handle: async () => new Response(),
        notify: () => undefined,
        close: async () => void closed.push(id),
      },
    }
    table.add(session)
    return session
  }
  return { clock, table, closed, add }
}

it('makes ids of 128 random bits', () => {
  const ids = new Set(Array.from({ length: 1_000 }, createSessionId))
  expect(ids.size).toBe(1_000)
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16)
})

it('knows a session only under the principal it was given to', () => {
  const { table, add } = setUp()
  const session = add('s', 'ann')

  expect(table.use('s', 'ann')).toBe(session)
  expect(table.use('s', 'bob')).toBeUndefined()
  expect(table.use('s', '')).toBeUndefined()
  expect(table.use('t', 'ann')).toBeUndefined()
})

it('ends the session that was used least recently when there are too many, but none that is busy', () => {
  const { table, closed, add } = setUp()
  const oldest = add('1')
  add('2')
  add('3')
  const done = oldest.running.begin()

  expect(table.makeRoom('ann')).toBe(true)
  expect(closed).toEqual(['2'])
  add('4')
  table.use('3', 'ann')
  done()
  table.makeRoom('ann')
  expect(closed).toEqual(['2', '1'])
})

it('ends none of a caller who has fewer, idle or not, however many another one opens', () => {
  const { table, closed, add } = setUp(6)
  const open = (id: string, principal: string): boolean => {
    const isRoom = table.makeRoom(principal)
    if (isRoom) add(id, principal)
    return isRoom
  }
  open('a1', 'ann')
  open('c1', 'cid')
  for (let at = 1; at <= 6; at += 1) expect(open(`b${at}`, 'bob')).toBe(true)
  expect(closed).toEqual(['b1', 'b2'])
  // Others get their room from the one who has most.
  expect([open('a2', 'ann'), open('d1', 'dan')]).toEqual([true, true])
  expect(closed.slice(2)).toEqual(['b3', 'b4'])
  // That all of one's own are busy is no reason to end what others have.
  for (const { principal, running } of table.list()) if (principal === 'bob') running.begin()
  expect(open('b7', 'bob')).toBe(false)
  expect(open('a3', 'ann')).toBe(true)
  expect(closed.slice(4)).toEqual(['a1'])
})

it('makes no room where every session is busy', () => {
  const { table, closed, add } = setUp(1)
  add('1').open.begin()

  expect(table.makeRoom('ann')).toBe(false)
  expect(closed).toEqual([])
})

it('ends sessions nobody uses, after their time and not before', async () => {
  const { clock, table, closed, add } = setUp()
  add('idle')
  add('used')
  add('open').open.begin()

  await clock.advance(540_000)
  table.use('used', 'ann')
  await clock.advance(60_000)
  expect(closed).toEqual(['idle'])
  await clock.advance(600_000)
  expect(closed).toEqual(['idle', 'used'])
  expect(table.list().map(({ id }) => id)).toEqual(['open'])
  table.stop()
  expect(clock.waits()).toEqual([])
})
