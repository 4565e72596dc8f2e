import { expect, it } from 'vitest'
import type { JsonValue } from './json.ts'
import { cleanJson } from './json.ts'

it('cleans texts and names at every depth and keeps the rest', () => {
  const value: JsonValue = { 'na\u200bme': ['te\u001b[31mxt', 1, null, true, { deep: 'a\u202eb' }] }
  expect(cleanJson(value)).toEqual({ name: ['text', 1, null, true, { deep: 'ab' }] })
  expect(cleanJson('a\u0000b')).toBe('ab')
  expect(Object.isFrozen(cleanJson(value))).toBe(true)
})

it('takes another way of cleaning', () => {
  expect(cleanJson({ a: ['b'] }, (text) => text.toUpperCase())).toEqual({ A: ['B'] })
})

it('lets no hidden character make a dangerous name', () => {
  const clean = cleanJson({ '__pro\u200bto__': { polluted: true }, a: 1 })
  expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
  expect(clean).toEqual({ a: 1 })
})
