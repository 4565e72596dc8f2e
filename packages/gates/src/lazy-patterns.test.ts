import { expect, test } from 'vitest'

const script = new URL('../../../scripts/lazy-patterns.mjs', import.meta.url)
const { makePatternsLazy } = (await import(script.href)) as {
  readonly makePatternsLazy: (code: string) => string
}

const readValue = async (code: string): Promise<unknown> =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { readonly value: unknown }).value

test('a pattern with classes of letters is made when it is first used, and is the same from then on', async () => {
  const code = String.raw`const LETTER = /[\p{L}\/"]+/gu;
const cut = (text) => text.replace(text ? LETTER : undefined, "x");
export const value = [cut('"é" 1/2'), "é".match(LETTER), LETTER.flags, { LETTER: 1 }.LETTER];`
  const made = makePatternsLazy(code)
  expect(made).not.toContain(String.raw`/[\p{L}`)
  expect(await readValue(made)).toEqual(await readValue(code))
  expect(await readValue(made)).toEqual(['x 1x2', ['é'], 'gu', 1])
})

test.each([
  [String.raw`export const LETTER = /\p{L}/u;`],
  [String.raw`const LETTER = /\p{L}/u; export { LETTER };`],
  [String.raw`const LETTER = /\p{L}/u; export const value = (LETTER) => LETTER.length;`],
  [String.raw`const LETTER = /\p{L}/u; export const value = { LETTER };`],
  ['const DIGIT = /[0-9]/; export const value = DIGIT.test("1");'],
])('leaves alone what it could break or need not touch: %s', (code) => {
  expect(makePatternsLazy(code)).toBe(code)
})
