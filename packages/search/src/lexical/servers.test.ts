import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createScoreBoard } from '../kernel/score-board.ts'
import { createServers } from './servers.ts'

const idOf = (handle: number): string => String.fromCharCode(97 + (handle % 26)) + handle

it('lowers all but the best four of each server, ties by id', () => {
  const tools = fc.array(
    fc.record({ server: fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), score: fc.nat(4) }),
    {
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(tools, fc.array(fc.nat(39)), (all, gone) => {
      const servers = createServers(createAnalyzer(), idOf)
      const board = createScoreBoard()
      all.forEach(({ server }, handle) => {
        servers.place(handle, 'x')
        servers.place(handle, server)
      })
      for (const handle of gone) servers.remove(handle)
      const left = all
        .map((tool, handle) => ({ ...tool, handle }))
        .filter(({ handle }) => !gone.includes(handle))
      for (const { handle, score } of left) if (score > 0) board.set(handle, score)
      const used = new Set(
        left.filter(({ server, score }) => server !== '' && score > 0).map(({ server }) => server),
      )
      const expected = [...used].flatMap((name) =>
        left
          .filter(({ server, score }) => server === name && score > 0)
          .sort((one, other) => other.score - one.score || (idOf(one.handle) < idOf(other.handle) ? -1 : 1))
          .slice(4),
      )
      const isLowered = servers.thin(board, new Map(), 0.5)
      const unserved = left.filter(({ server, score }) => server === '' && score > 0).length
      const handles = used.size + unserved < 4 ? [] : expected.map(({ handle }) => handle)
      const lowered = new Set(
        left.filter(({ handle, score }) => score > 0 && isLowered(handle)).map(({ handle }) => handle),
      )
      expect(lowered).toEqual(new Set(handles))
      for (const { handle, score } of left) {
        expect(board.get(handle)).toBe(lowered.has(handle) ? score / 2 : score)
      }
    }),
  )
})
