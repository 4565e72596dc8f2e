import { estimateTokens, parseTool } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { type RenderFormatName, renderToolDocs } from './render.ts'
import type { ToolDoc } from './tool-doc.ts'

const FORMATS: readonly RenderFormatName[] = ['markdown', 'signature']

/** A tool of more arguments than any text has room for, of which the last one is required. */
async function wideDocs(width: number, ...names: readonly string[]): Promise<readonly ToolDoc[]> {
  const properties = Object.fromEntries(
    Array.from({ length: width }, (_, i) => [`prop_${i}`, { type: 'string', description: 'A part.' }]),
  )
  const inputSchema = { type: 'object', properties, required: [`prop_${width - 1}`] }
  const tools = names.map((name) => parseTool({ name, description: 'Does wide things', inputSchema }).tool)
  const store = createToolDocStore({ getTool: (id) => tools.find((tool) => tool.id === id) })
  return (await store.describeMany(names, 'schema')).docs
}

describe.each(FORMATS)('a tool that is too wide for the budget, as %s', (format) => {
  it('is told by as many of its arguments as fit, the required ones first', async () => {
    const docs = await wideDocs(5_000, 'wide')
    const { text, tokens, tools } = renderToolDocs(docs, { format, budgetTokens: 300 })
    expect(text).toContain('(prop_4999: string, prop_0?: string, prop_1?: string')
    expect(tools).toEqual([{ id: 'wide', detail: 'signature', cut: true }])
    expect(text).toContain('Does wide things')
    expect(text).toContain('…')
    expect(tokens).toBeGreaterThan(150)
    expect(tokens).toBeLessThanOrEqual(300)
  })

  it('is told more with more room, never beyond it', async () => {
    const docs = await wideDocs(200, 'one', 'two', 'three')
    let told = 0
    for (let budgetTokens = 0; budgetTokens <= 1_000; budgetTokens += 50) {
      const { text, tokens, tools } = renderToolDocs(docs, { format, budgetTokens })
      expect(tokens).toBe(estimateTokens(text))
      expect(tokens).toBeLessThanOrEqual(budgetTokens)
      const own = text.split(/two/)[0]?.length ?? 0
      if (tools.length === docs.length) {
        expect(own).toBeGreaterThanOrEqual(told)
        told = own
      }
      expect(renderToolDocs(docs, { format, budgetTokens }).text).toBe(text)
    }
    expect(told).toBeGreaterThan(500)
  })
})
