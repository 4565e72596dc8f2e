import { describe, expect, it } from 'vitest'
import { createAnalyzer } from './analyzer.ts'
import { absentParts, unmatchedTerms } from './unmatched-terms.ts'

const analyzer = createAnalyzer()
const held = (text: string): ReadonlySet<string> =>
  new Set(analyzer.analyze(text).flatMap(({ tokens }) => tokens.map(({ term }) => term)))
const unmatched = (query: string, catalog: string): readonly string[] => {
  const terms = held(catalog)
  return unmatchedTerms(analyzer.analyze(query), (term) => terms.has(term))
}

describe('what no tool holds', () => {
  it.each([
    ['Send an Invoice', 'send mail', ['Invoice']],
    ['sending mails', 'send mail', []],
    ['list_invoices', 'list events', ['invoices']],
    ['archiveInvoices list', 'list events', ['archiveInvoices']],
    ['list.invoices', 'listinvoices', []],
    ['pay-invoice Invoice PAY', 'mail', ['pay-invoice', 'Invoice', 'PAY']],
    ['the of', 'mail', []],
    ['删除日历', '日历事件', ['删除']],
    ['播放音乐', '日历事件', ['播放音乐']],
    ['帮我发送一封邮件', '发送邮件', ['帮我', '一封']],
    ['日历邮件', '日历 邮件', []],
    ['이메일을 보내', '이메일', ['을', '보내']],
    ['PDF文件删除', '文件', ['pdf', '删除']],
  ])('of %j, where tools say %j, is %j', (query, catalog, terms) => {
    expect(unmatched(query, catalog)).toEqual(terms)
  })
})

it('of a name are listed part by part', () => {
  const [word] = analyzer.analyze('getWeather_forecast')
  const asked = held('weather')
  const absent: string[] = []
  if (word !== undefined) absentParts(word, (term) => asked.has(term), absent)
  expect(absent).toEqual(['get', 'forecast'])
})
