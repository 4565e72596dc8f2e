import { expect, it } from 'vitest'
import type { CliStream } from '../host.ts'
import { formatAge, shown, toColumns } from './columns.ts'
import { createPalette, createProgress } from './output.ts'

function recorder(isTerminal: boolean): CliStream & { readonly said: () => string } {
  let text = ''
  return {
    write: (more) => {
      text += more
    },
    isTerminal,
    columns: 60,
    said: () => text,
  }
}

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  [true, { TERM: 'dumb' }, false],
])('of a terminal %s with %j there are colours: %s', (isTerminal, env, isColoured) => {
  expect(createPalette(recorder(isTerminal), env).red('x')).toBe(isColoured ? '\u001b[31mx\u001b[39m' : 'x')
})

it('progress is drawn on a terminal, seldom, and leaves nothing behind', () => {
  let now = 0
  const stream = recorder(true)
  const progress = createProgress(stream, 'listing', () => now)
  progress.update(1, 4, 'one\u001b[31m')
  progress.update(2, 4, 'two')
  now = 100
  progress.update(4, 4, 'four')
  progress.end()
  progress.end()
  const lines = stream.said().split('\r\u001b[2K')
  expect(lines).toEqual(['', expect.stringMatching(/^listing 1\/4 one\\u/), 'listing 4/4 four', ''])
})

it('nothing is drawn where nobody looks', () => {
  const stream = recorder(false)
  const progress = createProgress(stream, 'listing', () => 0)
  progress.update(1, 1)
  progress.end()
  expect(stream.said()).toBe('')
})

it('columns are as wide as their widest cell, and the last one as the terminal lets it', () => {
  const { red } = createPalette(recorder(true), {})
  const lines = toColumns([
    [red('a'), 'x'],
    ['long', 'y'],
  ])
  expect(lines).toEqual([`${red('a')}     x`, 'long  y'])
  expect(toColumns([[red('a'), 'x'.repeat(30)]], 20)).toEqual([`${red('a')}  ${'x'.repeat(16)}…`])
  expect(toColumns([['a', 'abcdefghijkl']], 5)).toEqual(['a  abcdefghi…'])
})

it('foreign text is one bounded line without escapes', () => {
  expect(shown('a\n\tb', 10)).toBe('a b')
  expect(shown('x'.repeat(1_000_000), 5)).toBe('xxxx…')
})

it.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [61_000, '1 min'],
  [7_300_000, '2 h'],
  [180_000_000, '2 d'],
])('%i ms are %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})
