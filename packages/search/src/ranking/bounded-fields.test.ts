import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import { toTokens } from '../analysis/tokens.ts'
import { boundFields, isStuffed } from './signals.ts'

const reader = createDocumentReader(createAnalyzer())
/** Words without a stem that differ. */
const many = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i + 1_000}`)

function bounded(texts: { readonly [field in SearchField]?: string }): {
  readonly [field in SearchField | 'beyond']?: readonly string[]
} {
  const document = reader.read(SEARCH_FIELDS.map((field) => texts[field] ?? ''))
  boundFields(document, false)
  expect(document.ends.at(-1)).toBe(document.count)
  const tokens = toTokens(document)
  return Object.fromEntries(
    [...SEARCH_FIELDS, ...(document.ends.length > SEARCH_FIELDS.length ? ['beyond'] : [])].map((field, i) => [
      field,
      tokens
        .slice(document.ends[i - 1] ?? 0, document.ends[i])
        .filter(({ surface }) => surface)
        .map(({ term }) => term),
    ]),
  )
}

describe('the fields of a tool', () => {
  it('stay as they are while they are as long as those of honest tools', () => {
    const words = many(8)
    const texts = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, words.join(' ')]))
    expect(bounded(texts)).toEqual(Object.fromEntries(SEARCH_FIELDS.map((field) => [field, words])))
  })

  it.each([
    ['name', 8],
    ['title', 10],
    ['namespace', 8],
    ['tags', 12],
    ['description', 128],
    ['parameters', 64],
    ['parameterTexts', 256],
    ['values', 128],
    ['output', 128],
    ['notes', 128],
  ] as const)('have no more words in the %s than %d; those after are kept apart', (field, most) => {
    const words = many(most + 3)
    expect(bounded({ [field]: words.join(' ') })).toMatchObject({
      [field]: words.slice(0, most),
      beyond: words.slice(most),
    })
  })

  it('cut an identifier of too many parts inside', () => {
    const words = many(14)
    expect(bounded({ name: words.join('_'), description: 'first' })).toMatchObject({
      name: words.slice(0, 8),
      description: ['first'],
      beyond: words.slice(8),
    })
  })

  it('of a stuffed tool have nothing but its name, as description', () => {
    const document = reader.read(SEARCH_FIELDS.map((field) => `${field} 17`))
    boundFields(document, true)
    const tokens = toTokens(document)
    const first = tokens.slice(0, document.ends[SEARCH_FIELDS.indexOf('description')])
    expect(document.ends.slice(0, 3)).toEqual([0, 0, 0])
    expect(first.filter(({ surface }) => surface).map(({ term }) => term)).toEqual(['name', '17'])
    expect(tokens.length).toBeGreaterThan(20)
  })
})

describe('a tool is stuffed', () => {
  const fieldsOf = (texts: { readonly [field in SearchField]?: string }) =>
    sketchDocument({ namespace: 's', name: 'x', ...texts }).fields
  const LISTED =
    'mail calendar folder issue branch commit invoice payment customer order ticket video photo map'

  it('when its description has no sentence', () => {
    expect(isStuffed(fieldsOf({ description: `${LISTED} `.repeat(4) }))).toBe(true)
    expect(isStuffed(fieldsOf({ description: LISTED }))).toBe(false)
  })

  it('when its name, title or tags are longer than those of any honest tool', () => {
    const words = many(60).join(' ')
    expect(isStuffed(fieldsOf({ name: words.replaceAll(' ', '_') }))).toBe(true)
    expect(isStuffed(fieldsOf({ title: words }))).toBe(true)
    expect(isStuffed(fieldsOf({ tags: words.replaceAll(' ', '\n') }))).toBe(true)
  })

  it.each([
    'Creates an invoice for a customer and sends it by mail; the payment is due in thirty days. ',
    'Erstellt eine Rechnung für den Kunden und schickt sie per Mail; die Zahlung ist in dreißig Tagen fällig. ',
    'Crée une facture pour le client et la lui envoie par courrier; le paiement est dû sous trente jours. ',
    'Создаёт счёт для клиента и отправляет его по почте; оплата в течение тридцати дней. ',
    '为客户创建发票并通过邮件发送，付款期限为三十天。 send mail invoice customer ',
  ])('never for a long description in sentences of any language: %s', (sentence) => {
    expect(isStuffed(fieldsOf({ description: sentence.repeat(12) }))).toBe(false)
  })
})
