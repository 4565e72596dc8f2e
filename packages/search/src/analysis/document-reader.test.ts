import { atOnce } from '@toolscout/model/internal'
import { anyQuery } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSectionWriter } from '../snapshot/sections.ts'
import { type Analyzer, createAnalyzer } from './analyzer.ts'
import { createDocumentReader } from './document-reader.ts'
import { type DocumentTokens, type Token, toTokens } from './tokens.ts'

/** The tokens of a document, by field. */
function tokensByField(document: DocumentTokens): readonly (readonly Token[])[] {
  const tokens = toTokens(document)
  return document.ends.map((end, field) => tokens.slice(document.ends[field - 1] ?? 0, end))
}
const tokensOf = (analyzer: Analyzer, texts: readonly string[]): readonly (readonly Token[])[] =>
  texts.map((text) => analyzer.analyze(text).flatMap(({ tokens }) => tokens))

const anyText = fc.oneof(
  anyQuery,
  fc.constantFrom(
    'createPullRequest create_pull_request get-env v1.2 OAuth2Token issue_issue_Issues',
    "the user's file’s names",
    'ABCDef A1b2 x_ _y __ z- 404 4o4',
    `${'long'.repeat(40)} ${'a_'.repeat(80)}b`,
    'Дома 東京都庁 สวัสดีชาวโลก ﬁle ‘quoted’ dash–dash',
  ),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', '_', '-', '.', ' ', "'", 'é', 's') }),
)

describe('documents', () => {
  it('have the very tokens of the words of their texts, whatever was read before', () => {
    const options = fc.constantFrom(
      {},
      { wholeIdentifiers: false },
      { stem: null },
      { stopWords: new Set(['a', 'create']) },
    )
    fc.assert(
      fc.property(options, fc.array(fc.array(anyText)), (given, documents) => {
        const [fast, words] = [createAnalyzer(given), createAnalyzer(given)]
        const own = { analyze: (text: string) => fast.analyze(text) }
        const readers = [fast, own].map((analyzer) => createDocumentReader(analyzer))
        for (const texts of documents) {
          const expected = tokensOf(words, texts)
          for (const { read } of readers) expect(tokensByField(read(texts))).toEqual(expected)
        }
      }),
    )
  })

  it('are read right when more words were met than are remembered, in one document or in many', () => {
    const analyzer = createAnalyzer()
    const own = { analyze: (text: string) => analyzer.analyze(text) }
    const wordsFrom = (first: number, count: number): string =>
      Array.from({ length: count }, (_, i) => `word${(first + i).toString(36)}x`).join(' ')
    for (const { read } of [analyzer, own].map((one) => createDocumentReader(one))) {
      const documents = [
        wordsFrom(0, 10_000),
        wordsFrom(9_000, 20_000),
        wordsFrom(0, 50),
        wordsFrom(5, 9_000),
      ]
      for (const text of documents) {
        expect(tokensByField(read([text, 'issues']))).toEqual(tokensOf(createAnalyzer(), [text, 'issues']))
      }
    }
  })

  it('are read by the words of an analyzer that was wrapped', () => {
    const base = createAnalyzer()
    const wrapped = { ...base, analyze: (text: string) => base.analyze(text.replaceAll('secret', '')) }
    expect(toTokens(createDocumentReader(wrapped).read(['secret file']))).toEqual(tokensOf(base, ['file'])[0])
  })

  it('are read by a copy without reading any character again', () => {
    const words: string[] = []
    const { analyze } = createAnalyzer()
    const analyzer = {
      analyze: (text: string) => {
        words.push(text)
        return analyze(text)
      },
    }
    const reader = createDocumentReader(analyzer)
    reader.read(['é'])
    const read = words.length
    const out = createSectionWriter()
    reader.saveForCopy(out)
    const copy = createDocumentReader(analyzer, out.readBack())
    expect(words.length).toBe(read)
    const saved = [reader, copy].map((one) => {
      const sections = createSectionWriter()
      one.save(sections)
      return atOnce(sections.finish({ options: '', revision: '' }))
    })
    expect(saved[1]).toEqual(saved[0])
  })
})
