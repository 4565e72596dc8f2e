import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../fixtures/catalog.ts'
import { catalogGateway } from '../../fixtures/catalog-gateway.ts'
import { fitText } from './fit-text.ts'

const docsOf = async () => {
  const gateway = await catalogGateway({ tools: CATALOG })
  return (await gateway.describe(gateway.list().map(({ id }) => id))).docs
}
const countTokens = (text: string): number => text.length

describe('a text', () => {
  it('has no more tokens than its budget, whatever that is', async () => {
    const docs = await docsOf()
    const notes = ['a first note', 'a second note that is longer']
    for (let budgetTokens = 20; budgetTokens <= 1_200; budgetTokens += 9) {
      const text = fitText(
        { head: 'the head', docs, notes },
        { budgetTokens, countTokens, format: 'signature' },
      )
      expect(text.length, text).toBeLessThanOrEqual(budgetTokens)
      expect(text.startsWith('the head')).toBe(true)
    }
  })

  it('gives notes half of it at most, the first ones first', async () => {
    const notes = ['x'.repeat(30), 'y'.repeat(30), 'z'.repeat(30)]
    const text = fitText({ head: 'h', docs: await docsOf(), notes }, { budgetTokens: 140, countTokens })
    expect(text).toContain('x'.repeat(30))
    expect(text).toContain('y'.repeat(30))
    expect(text).not.toContain('z')
  })
})
