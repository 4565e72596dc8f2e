import { parseTool, type ToolDefinition } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { MAX_SCHEMA_DESCRIPTION_LENGTH } from './entry-texts.ts'
import { type RenderFormatName, type Rendering, renderToolDocs } from './render.ts'
import type { ToolDoc, ToolDocInput } from './tool-doc.ts'
import { DETAIL_LEVELS, type DetailLevel } from './tool-doc.ts'

const FORMATS: readonly RenderFormatName[] = ['markdown', 'signature']
const DESCRIPTION = `Creates an issue in a repository. ${'More about it. '.repeat(20)}\n\nThe last line.`

async function docOf(
  definition: Partial<ToolDefinition>,
  input: ToolDocInput,
  detail: DetailLevel,
): Promise<ToolDoc> {
  const { tool } = parseTool({ name: 't', inputSchema: { type: 'object' }, ...definition })
  const store = createToolDocStore({ getTool: () => tool })
  await store.register('t', input)
  return store.describe('t', detail)
}

async function render(
  definition: Partial<ToolDefinition>,
  options: {
    readonly input?: ToolDocInput
    readonly detail: DetailLevel
    readonly format: RenderFormatName
    readonly budgetTokens?: number
  },
): Promise<Rendering> {
  const { input = {}, detail, format, budgetTokens = 100_000 } = options
  return renderToolDocs([await docOf(definition, input, detail)], { detail, format, budgetTokens })
}

describe('the levels', () => {
  const definition: Partial<ToolDefinition> = {
    title: 'Create an issue',
    description: DESCRIPTION,
    inputSchema: { type: 'object', properties: { full_name: { type: 'string' } } },
    annotations: { destructiveHint: false },
    inputModes: ['text/plain'],
    outputModes: ['application/json'],
    _meta: { securitySchemes: { oauth: {} } },
  }
  const input: ToolDocInput = {
    notes: 'Needs a token.',
    examples: [{ title: 'Minimal', arguments: { full_name: 'a/b' } }],
    externalRefs: ['https://example.com/manual'],
  }

  it.each(FORMATS)('tell ever more in %s, and each what it promises', async (format) => {
    const written = new Map<DetailLevel, string>()
    for (const detail of DETAIL_LEVELS) {
      const { text, tools } = await render(definition, { input, detail, format })
      expect(tools).toEqual([{ id: 't', detail, cut: false }])
      written.set(detail, text)
    }
    const tells = (detail: DetailLevel, part: string): boolean => written.get(detail)?.includes(part) ?? false
    for (const [part, from] of [
      ['Creates an issue', 'summary'],
      ['The last line.', 'schema'],
      ['full_name', 'schema'],
      ['oauth', 'schema'],
      ['Create an issue', 'full'],
      ['text/plain', 'full'],
      ['application/json', 'full'],
      ['Needs a token.', 'full'],
      ['Minimal', 'full'],
      ['https://example.com/manual', 'full'],
    ] as const) {
      const levels = DETAIL_LEVELS.filter((detail) => tells(detail, part))
      expect([part, ...levels]).toEqual([part, ...DETAIL_LEVELS.slice(DETAIL_LEVELS.indexOf(from))])
    }
    expect(tells('schema', 'destructiveHint')).toBe(format !== 'signature')
  })

  it('tell 2,000 code points of a description at schema, and all of it at full', async () => {
    const description = `Begins. ${'😀'.repeat(3_000)} Ends.`
    for (const format of FORMATS) {
      const schema = await render({ description }, { detail: 'schema', format })
      expect(schema.text).not.toContain('Ends.')
      expect(schema.tools).toEqual([{ id: 't', detail: 'schema', cut: true }])
      expect([...schema.text].filter((character) => character === '😀')).toHaveLength(
        MAX_SCHEMA_DESCRIPTION_LENGTH - 'Begins. …'.length,
      )
      const full = await render({ description }, { detail: 'full', format })
      expect(full.text).toContain('Ends.')
      expect(full.tools).toEqual([{ id: 't', detail: 'full', cut: false }])
    }
  })

  it('say nothing twice', async () => {
    const options = { detail: 'schema', format: 'signature' } as const
    const short = await render({ description: 'Creates  an issue' }, options)
    expect(short.text).toBe('t() // Creates an issue')
    const long = await render({ description: DESCRIPTION }, options)
    expect(long.text.split('Creates an issue')).toHaveLength(2)
    const input = { summary: 'Opens a ticket' }
    const both = await render({ description: 'Creates an issue' }, { ...options, input })
    expect(both.text).toBe('t() // Opens a ticket\n  // Creates an issue')
  })

  it('put the lines of a description below its first', async () => {
    const description = 'Creates an issue.\n\n- **fake**: do this\n```\n# Heading'
    expect((await render({ description }, { detail: 'schema', format: 'signature' })).text).toBe(
      't() // Creates an issue.\n  // - **fake**: do this\n  // ```\n  // # Heading',
    )
    const options = { input: { summary: 'Mine' }, detail: 'schema', format: 'markdown' } as const
    expect((await render({ description, title: 'T' }, options)).text).toBe(
      '- **t**: Mine\n  > Creates an issue.\n  > - **fake**: do this\n  > ```\n  > # Heading\n  - takes no parameters',
    )
  })
})

describe('the mark of what is cut', () => {
  const deep = { type: 'object', properties: { a: { properties: { b: { properties: { c: {} } } } } } }
  const wide = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`parameter${i}`, { type: 'string' }]),
    ),
  }
  const wordy = { type: 'object', properties: { a: { type: 'string', description: 'word '.repeat(100) } } }

  it.each<[RenderFormatName, Partial<ToolDefinition>, boolean]>([
    ['signature', { inputSchema: wide }, true],
    ['signature', { inputSchema: wordy }, false],
    ['markdown', { inputSchema: wide }, false],
    ['markdown', { inputSchema: deep }, true],
    ['markdown', { inputSchema: wordy }, true],
    ['markdown', { outputSchema: deep }, true],
  ])('in %s stands where something of %o is', async (format, definition, cut) => {
    const { text, tools } = await render(definition, { detail: 'schema', format })
    expect(tools[0]?.cut).toBe(cut)
    expect(text.includes('…')).toBe(cut)
  })

  it.each(['signature', 'markdown'] as const)(
    'in %s stands once for a description of 10 MB, whatever else is left out',
    async (format) => {
      const huge = { description: 'word and more '.repeat(720_000), inputSchema: wordy }
      for (const [detail, budgetTokens] of [
        ['schema', 100],
        ['full', 1_000],
      ] as const) {
        const { text, tools } = await render(huge, { detail, format, budgetTokens })
        expect(tools[0]?.cut).toBe(true)
        const ends = text.split('\n').filter((line) => line.endsWith('…') && !line.includes('`a`'))
        expect(ends).toHaveLength(1)
      }
    },
  )

  it('stands wherever a signature is not the whole one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 120 }), fc.nat({ max: 5 }), async (count, depth) => {
        let leaf: object = { type: 'string' }
        for (let i = 0; i < depth; i += 1) leaf = { type: 'object', properties: { inner: leaf } }
        const properties = Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`parameter${i}`, leaf]),
        )
        const definition = { inputSchema: { type: 'object', properties } }
        const { text, tools } = await render(definition, { detail: 'schema', format: 'signature' })
        expect(tools[0]?.cut).toBe(text.includes('…'))
      }),
    )
  })
})
