import { createLexicalSearcher } from '@toolscout/search'
import { describe, expect, it } from 'vitest'
import { readJudgments, STARTER_SET } from '../judgments/judgment-sets.ts'
import { createCatalogSearch, type MeasuredAnswer } from '../searching/search-function.ts'
import { calibrateVerdict } from './calibrate-verdict.ts'
import { evaluateVerdict } from './evaluate-verdict.ts'

const judgments = await readJudgments(STARTER_SET)

describe('calibrating verdicts', () => {
  it('parts the levels so that as many are mistaken as were allowed', async () => {
    const options = { draws: 6 }
    const plain = (tools: typeof judgments.tools) =>
      createCatalogSearch(tools, { searcher: createLexicalSearcher() }).search
    const verdict = await calibrateVerdict(judgments, plain, {
      ...options,
      calledNone: 0.05,
      calledStrong: 0.1,
    })
    const calibrated = (tools: typeof judgments.tools) =>
      createCatalogSearch(tools, { searcher: createLexicalSearcher({ verdict }) }).search
    const after = await evaluateVerdict(judgments, calibrated, options)
    const before = await evaluateVerdict(judgments, plain, options)
    expect(after.auc).toBe(before.auc)
    expect(after.answerableCalledNone).toBeLessThanOrEqual(0.05)
    expect(after.unanswerableCalledStrong).toBeLessThanOrEqual(0.1)
    // As few as allowed are weak: the borders are not simply 0 and 1.
    expect(verdict.none).toBeGreaterThan(0)
    expect(verdict.strong).toBeLessThan(1)
  })

  it('finds the border of none by the confidence and that of strong by the certainty', async () => {
    const plain = (tools: typeof judgments.tools) => createCatalogSearch(tools).search
    const verdict = { confidence: 0.6, certainty: 0.4 }
    const alike = (tools: typeof judgments.tools) => {
      const search = plain(tools)
      return async (text: string): Promise<MeasuredAnswer> => {
        const { hits } = await search(text, { limit: 1 })
        // Every second answer is sure of its first hit.
        const isSure = text.length % 2 === 0
        return Object.assign({ hits }, { verdict: isSure ? { ...verdict, certainty: 0.9 } : verdict })
      }
    }
    const options = { draws: 3, calledStrong: 0.7 }
    expect(await calibrateVerdict(judgments, alike, options)).toEqual({ none: 0.6, strong: 0.9 })
  })

  it('needs a search that gives verdicts', async () => {
    const createSearch = () => async (): Promise<MeasuredAnswer> => ({ hits: [{ id: 'a', score: 3 }] })
    await expect(calibrateVerdict(judgments, createSearch)).rejects.toThrow(/no verdict/)
  })

  it('needs questions of both kinds, and says how many there are', async () => {
    const createSearch = () => async (): Promise<MeasuredAnswer> => ({ hits: [] })
    const few = { ...judgments, queries: judgments.queries.slice(0, 3) }
    await expect(calibrateVerdict(few, createSearch, { draws: 1 })).rejects.toMatchObject({
      code: 'TOO_FEW_QUESTIONS',
      details: { needed: 30 },
    })
    await expect(calibrateVerdict(few, createSearch, { calledNone: 1 })).rejects.toThrow(RangeError)
  })
})
