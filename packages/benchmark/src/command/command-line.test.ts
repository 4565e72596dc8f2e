import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

const KINDS = { data: 'texts', json: 'text', help: 'flag' } as const

describe('a command line', () => {
  it('gives what was written for each option', () => {
    const given = parseCommandLine(['--data', 'a', '--data=b', '--json', 'f', '--help'], KINDS)
    expect([given.texts('data'), given.text('json'), given.flag('help')]).toEqual([['a', 'b'], 'f', true])
  })

  it('gives nothing for what was not written', () => {
    const given = parseCommandLine([], KINDS)
    expect([given.texts('data'), given.text('json'), given.flag('help')]).toEqual([[], undefined, false])
  })

  it('takes a value that looks like an option when it is written with =', () => {
    expect(parseCommandLine(['--json=--x'], KINDS).text('json')).toBe('--x')
  })

  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--jsno', 'f'], 'There is no option "--jsno"; --help lists them.'],
    [['-j'], 'There is no option "-j"; --help lists them.'],
    [['stray'], 'There is no option "stray"; --help lists them.'],
    [['--constructor'], 'There is no option "--constructor"; --help lists them.'],
    [['--json'], '--json needs a value.'],
    [['--json='], '--json needs a value.'],
    [['--json', '--help'], '--json needs a value.'],
    [['--help=yes'], '--help takes no value.'],
  ]
  it.each(wrong)('refuses %j', (parameters, message) => {
    expect(() => parseCommandLine(parameters, KINDS)).toThrow(message)
  })
})
