import { expect, it } from 'vitest'
import { endSentence } from './request-failure.ts'

it.each([
  ['no such file', 'no such file.'],
  ['Done. ', 'Done.'],
  ['Why?', 'Why?'],
  ['(see above.)', '(see above.)'],
  ['cut off…', 'cut off…'],
  ['', '.'],
])('ends %j as %j', (text, ended) => {
  expect(endSentence(text)).toBe(ended)
})
