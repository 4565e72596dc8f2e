import { estimateTokens, parseTool } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { type RenderOptions, renderToolDocs } from './render.ts'
import type { DetailLevel, ToolDoc } from './tool-doc.ts'

function docs(count: number): readonly ToolDoc[] {
  return Array.from({ length: count }, (_, i) => {
    const properties = { repo: { type: 'string', description: 'Owner and name' }, count: { type: 'integer' } }
    const { tool } = parseTool({
      name: `tool_${i}`,
      description: `Does the thing number ${i}.`,
      inputSchema: { type: 'object', properties },
    })
    return { id: tool.id, detail: 'schema', summary: tool.description ?? '', tool }
  })
}

describe('the options of a rendering', () => {
  it('have defaults, each of them', () => {
    const few = docs(3)
    expect(renderToolDocs(few)).toEqual(
      renderToolDocs(few, { detail: 'schema', format: 'markdown', budgetTokens: 2_000 }),
    )
    expect(renderToolDocs(few, { budgetTokens: 7 }).tokens).toBeLessThanOrEqual(7)
    expect(renderToolDocs(few, { format: undefined, detail: undefined }).text).toContain('- **tool_0**: Does')
  })

  it.each<[object, string]>([
    [{ formt: 'markdown' }, '"formt" is no member of the options of a rendering; did you mean format?'],
    [{ budget: 5 }, 'did you mean budgetTokens?'],
  ])('refuse %o', (options, message) => {
    expect(() => renderToolDocs([], options)).toThrow(TypeError)
    expect(() => renderToolDocs([], options)).toThrow(message)
  })

  it.each([null, 5, 'json', []])('are an object, not %j', (options) => {
    expect(() => renderToolDocs([], options as RenderOptions)).toThrow(TypeError)
  })

  it.each([{ budgetTokens: -1 }, { budgetTokens: 1.5 }, { budgetTokens: '10' }, { format: 'yaml' }])(
    'are in range, not %o',
    (options) => {
      expect(() => renderToolDocs([], options as RenderOptions)).toThrow(RangeError)
    },
  )

  it('name the levels there are', () => {
    expect(() => renderToolDocs([], { detail: 'fulll' as DetailLevel })).toThrow(
      'use summary, schema or full',
    )
  })

  it.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['-1', -1],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['undefined', undefined],
    ['"7"', '7'],
    ['a promise', Promise.resolve(7)],
  ])('refuse a counter that gives %s', async (shown, tokens) => {
    const countTokens = (() => tokens) as () => number
    const message = `countTokens gave ${shown}; it must give a number of 0 or more, at once.`
    expect(() => renderToolDocs(docs(1), { countTokens })).toThrow(new TypeError(message))
    const store = createToolDocStore({ countTokens })
    await store.register('t', { summary: 's' })
    await expect(store.render(['t'])).rejects.toThrow(new TypeError(message))
  })
})

describe('the cost of a rendering', () => {
  it('is linear in the tools', () => {
    const many = docs(1_000)
    for (const budgetTokens of [500, 8_000, 20_000, 1_000_000]) {
      let counted = 0
      const countTokens = (text: string): number => {
        counted += text.length
        return estimateTokens(text)
      }
      const { text } = renderToolDocs(many, { budgetTokens, countTokens })
      const all = renderToolDocs(many, { budgetTokens: 1_000_000 }).text.length
      expect(estimateTokens(text)).toBeLessThanOrEqual(budgetTokens)
      expect(counted).toBeLessThan(20 * all)
    }
  })

  it('leaves little of the budget unused', () => {
    for (const format of ['markdown', 'signature'] as const) {
      const most = renderToolDocs(docs(300), { format, budgetTokens: 1_000_000 }).tokens
      const budgetTokens = Math.floor(most * 0.8)
      expect(renderToolDocs(docs(300), { format, budgetTokens }).tokens).toBeGreaterThan(budgetTokens * 0.98)
    }
  })
})
