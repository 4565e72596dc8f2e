import { expect, it } from 'vitest'
import { childPointer } from '../json/json.ts'
import { oneLine } from './foreign-text.ts'

it('puts foreign text in one line and spells what hides in it', () => {
  expect(oneLine('  a\r\n\tb\u0085c\u2028d\u200b ')).toBe('a b c d\\u{200b}')
})

it('escapes member names in pointers', () => {
  expect(childPointer('/a', 'b/c~d')).toBe('/a/b~1c~0d')
  expect(childPointer('', 3)).toBe('/3')
})
