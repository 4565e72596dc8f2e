import { expect, it } from 'vitest'
import { splitClauses } from './clauses.ts'

it.each([
  ['read a file', ['read a file']],
  ['Check the calendar and mail Bob', ['Check the calendar', 'mail Bob']],
  ['Find flights; then book a hotel, and rent a car!', ['Find flights', 'book a hotel', 'rent a car']],
  ['read v1.2 of server:tool at 10:30', ['read v1.2 of server:tool at 10:30']],
  ['查询天气，然后发送邮件。', ['查询天气', '然后发送邮件']],
  ['Wetter prüfen und Termin anlegen', ['Wetter prüfen', 'Termin anlegen']],
  ['sandwich', ['sandwich']],
  [' , ; . ', []],
  ['', []],
])('%j is %j', (text, clauses) => {
  expect(splitClauses(text)).toEqual(clauses)
})

it('stops after 24 clauses', () => {
  expect(splitClauses('do it. '.repeat(1_000))).toHaveLength(24)
})
