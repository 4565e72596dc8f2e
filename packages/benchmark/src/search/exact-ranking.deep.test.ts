import { describe, expect, it } from 'vitest'
import { generateQueries } from '../corpus/generate-queries.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { toPlainWords } from '../corpus/plain-words.ts'
import { type PlainDocument, toPlainDocument } from '../engines/plain-document.ts'
import { toolscoutKernel } from '../engines/toolscout-kernel.ts'
import { createExactRanking } from './exact-ranking.ts'

const tools = [...generateTools({ seed: 11, count: 600 })]
const documents = tools.map(toPlainDocument)
const queries = generateQueries(tools, { seed: 11, count: 150 }).map(({ text }) => toPlainWords(text))
const exact = createExactRanking(documents)

const WEIGHTS = {
  name: 3,
  title: 2,
  namespace: 1,
  description: 1,
  parameters: 0.75,
  parameterTexts: 0.25,
  values: 0.25,
  tags: 1,
}

/** The formula as it is written, by a scan over all documents. */
function scan(query: string): readonly { readonly id: string; readonly score: number }[] {
  const fields = Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][]
  const wordsOf = (document: PlainDocument, field: keyof typeof WEIGHTS): readonly string[] =>
    document.fields[field].split(' ').filter((word) => word !== '')
  const frequencyOf = (document: PlainDocument, word: string): number =>
    fields.reduce(
      (sum, [field, weight]) => sum + weight * wordsOf(document, field).filter((own) => own === word).length,
      0,
    )
  const lengthOf = (document: PlainDocument): number =>
    fields.reduce((sum, [field, weight]) => sum + weight * wordsOf(document, field).length, 0)
  const average = documents.reduce((sum, document) => sum + lengthOf(document), 0) / documents.length
  const words = query.split(' ').map((word) => {
    const n = documents.filter((document) => frequencyOf(document, word) > 0).length
    return { word, idf: Math.log(1 + (documents.length - n + 0.5) / (n + 0.5)) }
  })
  return documents.map((document) => ({
    id: document.id,
    score: words.reduce((sum, { word, idf }) => {
      const tf = frequencyOf(document, word)
      return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * lengthOf(document)) / average))
    }, 0),
  }))
}

describe('the exact ranking', () => {
  it('is the formula: no tool left out scores more, and the order is that of the scores', () => {
    for (const query of queries.slice(0, 25)) {
      const scores = new Map(scan(query).map(({ id, score }) => [id, score]))
      const found = exact.search(query, 10).map((id) => scores.get(id) as number)
      const sorted = [...scores.values()].filter((score) => score > 0).sort((a, b) => b - a)
      expect(found).toHaveLength(Math.min(10, sorted.length))
      found.forEach((score, i) => {
        expect(score).toBeCloseTo(sorted[i] as number, 10)
      })
    }
  })

  it('is what the kernel answers, hit by hit', async () => {
    const library = await toolscoutKernel.load()
    const kernel = await library.build(tools.map((tool) => toolscoutKernel.prepare(tool)))
    for (const query of queries) expect(await kernel.search(query, 10)).toEqual(exact.search(query, 10))
  })

  it('puts equals in the order of their ids', () => {
    const twin = documents[0] as PlainDocument
    const ranking = createExactRanking(['b:x', 'c:x', 'a:x'].map((id) => ({ ...twin, id })))
    expect(ranking.search(twin.fields.name, 2)).toEqual(['a:x', 'b:x'])
  })

  it('gives nothing for words nobody holds, for no words and for a limit of 0', () => {
    expect(exact.search('nosuchword', 10)).toEqual([])
    expect(exact.search('', 10)).toEqual([])
    expect(exact.search('get', 0)).toEqual([])
  })
})
