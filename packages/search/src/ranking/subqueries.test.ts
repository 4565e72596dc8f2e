import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitSubqueries } from './boosts.ts'

it.each([
  ['read a file', ['read a file']],
  ['Check the calendar and mail Bob', ['Check the calendar', 'mail Bob']],
  ['Find flights; then book a hotel, and rent a car!', ['Find flights', 'book a hotel', 'rent a car']],
  ['read v1.2 of server:tool at 10:30', ['read v1.2 of server:tool at 10:30']],
  ['查询天气，然后发送邮件。', ['查询天气', '发送邮件']],
  ['Wetter prüfen und Termin anlegen', ['Wetter prüfen', 'Termin anlegen']],
  ['Read the file as well as the mail\tand then\tanswer', ['Read the file', 'the mail', 'answer']],
  ['1. Read the file\n2) and mail it\r\n- then rest', ['Read the file', 'mail it', 'rest']],
  ['Buscar vuelos y luego reservar un hotel', ['Buscar vuelos', 'reservar un hotel']],
  ['Chercher un vol, puis réserver un hôtel', ['Chercher un vol', 'réserver un hôtel']],
  ['查天气并且发邮件', ['查天气', '发邮件']],
  ['ค้นหาไฟล์และส่งอีเมล', ['ค้นหาไฟล์', 'ส่งอีเมล']],
  ['मौसम देखो। मेल भेजो।', ['मौसम देखो', 'मेल भेजो']],
  ['sandwich', ['sandwich']],
  [' , ; . ', []],
  ['', []],
])('%j is %j', (text, subqueries) => {
  expect(splitSubqueries(text)).toEqual(subqueries)
})

it('stops after 24 subqueries', () => {
  expect(splitSubqueries('do it. '.repeat(1_000))).toHaveLength(24)
})

it('are the same in a text of ASCII beside one that is not', () => {
  const words = [
    'read',
    'And',
    'then',
    'as well as',
    'und',
    'Y',
    've',
    'sowie',
    'a,b',
    ',',
    '.',
    'x. ',
    '\n',
    '- ',
    '1) ',
    '\t',
    '7',
  ]
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 12 }),
      fc.constantFrom(' ', ''),
      (some, glue) => {
        const text = some.join(glue)
        // A letter that ends no subquery and begins none keeps its place.
        expect(splitSubqueries(`${text} é`)).toEqual(
          splitSubqueries(`${text} e9`).map((subquery) => subquery.replace('e9', 'é')),
        )
      },
    ),
  )
})
