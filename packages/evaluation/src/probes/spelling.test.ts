import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../statistics/random.ts'
import { fuseName, keyOfName, mistypeName, recaseName, spaceName, wordsOfName } from './spelling.ts'

describe('spellings of a name', () => {
  const names: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['create_issue', ['createIssue', 'create issue', 'createissue']],
    ['get-user-info', ['getUserInfo', 'get user info', 'getuserinfo']],
    ['getHTMLPage', ['get_html_page', 'get html page', 'gethtmlpage']],
    ['Get Weather', ['getWeather', 'get weather', 'getweather']],
    ['search', [undefined, undefined, undefined]],
  ]
  it.each(names)('%s', (name, spellings) => {
    expect([recaseName(name), spaceName(name), fuseName(name)]).toEqual(spellings)
  })

  it('have one key, other names another', () => {
    for (const name of ['send_message', 'sendMessage', 'send message', 'SEND-MESSAGE']) {
      expect(keyOfName(name)).toBe('sendmessage')
    }
    expect(keyOfName('__')).toBe('__')
    expect(keyOfName('की')).not.toBe(keyOfName('का'))
  })

  it('are of the same words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 2, maxLength: 4 }), (words) => {
        const name = words.join('_')
        expect(wordsOfName(name)).toEqual(words)
        expect(recaseName(recaseName(name) ?? '')).toBe(name)
      }),
    )
  })
})

describe('a slip', () => {
  const names = fc.stringMatching(/^[a-zA-Z]{6,12}(_[a-z]{1,6})?$/)

  it('changes one place, never the first letter', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 10_000 }), (name, seed) => {
        const slip = mistypeName(name, createRandom(seed)) ?? ''
        expect(slip).not.toBe(name)
        expect(slip[0]).toBe(name[0])
        expect(Math.abs(slip.length - name.length)).toBeLessThanOrEqual(1)
        expect(isOneEdit(name, slip)).toBe(true)
      }),
    )
  })

  it('is made in every script, of letters of that script', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      for (const name of ['查询天气预报', 'найти_файлы', '𐐨𐐩𐐪𐐫𐐬𐐭', 'यहफाइलखोजो', 'ёёёёёё']) {
        const slip = mistypeName(name, createRandom(seed)) ?? ''
        expect([...slip].every((character) => name.includes(character))).toBe(true)
        expect(slip).not.toBe(name)
        expect([...slip][0]).toBe([...name][0])
      }
    }
  })

  it('is not made in names of fewer than six letters', () => {
    expect(mistypeName('a_b_c_d_e', createRandom(1))).toBeUndefined()
    expect(mistypeName('fetch', createRandom(1))).toBeUndefined()
    expect(mistypeName('查询天气', createRandom(1))).toBeUndefined()
  })
})

/** Equal but for what lies between the longest common beginning and end: one letter, or two that changed places. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return left.length <= 1 && right.length <= 1
    ? true
    : [...left].reverse().join('') === right && left.length === 2
}
