import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readIndices } from './json-values.ts'

describe('the numbers of a reply', () => {
  it.each([
    ['bare', '3,1,7'],
    ['spaced', ' 3, 1 7 '],
    ['with an and', 'The best are 3, 1 and 7.'],
    ['with arrows', '3 > 1 > 7'],
    ['in bold', '**3, 1, 7**'],
    ['in JSON', '[3, 1, 7]'],
    ['in an object', '{"order": [3, 1, 7]}'],
    ['in objects', '[{"index": 3}, {"index": "1"}, {"index": 7}]'],
    ['as texts', '["3", "1", "7"]'],
    ['in a fence', '```json\n{"indices": [3, 1, 7]}\n```'],
    ['behind thoughts', '<think>1, 2, 3, 4, 5 or 6?</think>3,1,7'],
    ['behind words', 'Of the 20 candidates, tool 2 is close. My choice: 3, 1, 7'],
    ['broken off', '[3, 1, 7'],
    ['a line each', '3\n1\n7'],
    ['a line each, with reasons', '3. create_issue\n1. list_issues\n7. other'],
    ['with numbers that were not shown', '3, 0, 99, 1, 3, 7'],
  ])('are read %s', (_how, reply) => {
    expect(readIndices(reply, 20)).toEqual([3, 1, 7])
  })

  it.each(['0', '[]', 'none', 'None.', '{"order": []}', '**0**'])('may be none: %j', (reply) => {
    expect(readIndices(reply, 20)).toEqual([])
  })

  it.each(['', 'I cannot.', '21', '-3', '0.7', 'v2', '{"a": "b"}'])('are not there in %j', (reply) => {
    expect(readIndices(reply, 20)).toBeUndefined()
  })

  it('of any text are legal, each once', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200, unit: fc.constantFrom(...'0123456789,[]{}" \n->.a') }),
        (text) => {
          const read = readIndices(text, 20) ?? []
          expect(new Set(read).size).toBe(read.length)
          for (const index of read) expect(Number.isInteger(index) && index >= 1 && index <= 20).toBe(true)
        },
      ),
    )
  })

  it('cost no more than a few readings of the text, whatever it holds', () => {
    for (const sign of ['1 ', '1,', '<think>', '- ', '1\n']) readIndices(sign.repeat(100_000), 20)
  })
})
