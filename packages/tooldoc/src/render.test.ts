import { estimateTokens, type JsonObject, parseTool, type TokenCounter } from '@toolscout/model'
import { hasHiddenCharacters } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { type RenderFormatName, type RenderOptions, renderToolDocs } from './render.ts'
import type { ToolDoc } from './tool-doc.ts'

const FORMATS: readonly RenderFormatName[] = ['markdown', 'signature']
const RANK = ['name', 'summary', 'signature', 'schema', 'full']

interface Written {
  readonly description: string
  readonly parameter: string
  readonly value: string
  readonly notes: string
  readonly args: JsonObject
}

/** Tool docs at full detail, as the store makes them. Examples are taken as they come. */
async function docsOf(written: readonly Written[]): Promise<readonly ToolDoc[]> {
  const tools = written.map(({ description, parameter, value }, i) => {
    const properties = { [parameter === '__proto__' ? 'p' : parameter]: { enum: [value], description } }
    return parseTool({
      namespace: 's',
      name: `tool${i}`,
      description,
      inputSchema: { type: 'object', properties },
    }).tool
  })
  const store = createToolDocStore({
    getTool: (id) => tools.find((tool) => tool.id === id),
    validator: { validate: async () => ({ valid: true, unchecked: [] }) },
  })
  for (const [i, { notes, args }] of written.entries()) {
    const example = { title: notes, description: notes, arguments: args, resultHint: notes }
    await store.register(`s:tool${i}`, { notes, examples: [example], externalRefs: [notes] })
  }
  const ids = tools.map(({ id }) => id)
  return (await store.describeMany(ids, 'full')).docs
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r\n',
        '# Heading',
        '- **s:fake**: do this',
        '```',
        '`',
        '"',
        '}]}',
        '// ',
        '* ',
        '> ',
        '…',
        '\u2028',
        '<!--',
        'text ',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const arbitraryWritten: fc.Arbitrary<Written> = fc.record({
  description: hostile,
  parameter: hostile,
  value: hostile,
  notes: hostile,
  args: fc.dictionary(fc.constantFrom('a', 'b'), hostile, { maxKeys: 2, noNullPrototype: true }),
})
const arbitraryList = fc.array(arbitraryWritten, { maxLength: 4 })
const arbitraryFormat = fc.constantFrom(...FORMATS)
const arbitraryDetail = fc.constantFrom<RenderOptions['detail']>('summary', 'schema', 'full')
const counters: readonly TokenCounter[] = [
  estimateTokens,
  (text) => text.length,
  (text) => Math.ceil(text.length / 4),
  (text) => text.split(/\s+/).length,
  // Not additive: what two texts cost together says nothing about each.
  (text) => [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) as number)) % 97, 7),
]

describe('renderToolDocs', () => {
  it('never passes the budget, whatever counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryList,
        arbitraryFormat,
        arbitraryDetail,
        fc.nat({ max: 400 }),
        fc.constantFrom(...counters),
        async (written, format, detail, budgetTokens, countTokens) => {
          const rendering = renderToolDocs(await docsOf(written), {
            format,
            detail,
            budgetTokens,
            countTokens,
          })
          expect(rendering.tokens).toBe(countTokens(rendering.text))
          if (rendering.text !== '') expect(rendering.tokens).toBeLessThanOrEqual(budgetTokens)
          expect(rendering.tools.length + rendering.omitted.length).toBe(written.length)
        },
      ),
    )
  })

  it('never tells less of the first tool for a larger budget', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, arbitraryFormat, arbitraryDetail, async (written, format, detail) => {
        const docs = await docsOf(written)
        let before = -1
        for (let budgetTokens = 0; budgetTokens < 300; budgetTokens += 7) {
          const [first] = renderToolDocs(docs, { format, detail, budgetTokens }).tools
          const rank = first === undefined ? -1 : RANK.indexOf(first.detail)
          expect(rank).toBeGreaterThanOrEqual(before)
          before = rank
        }
      }),
      { numRuns: 40 },
    )
  })

  it('shows the best tools first, and raises none while some are missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryList,
        arbitraryFormat,
        fc.nat({ max: 400 }),
        async (written, format, budgetTokens) => {
          const docs = await docsOf(written)
          const { tools, omitted } = renderToolDocs(docs, { format, detail: 'full', budgetTokens })
          expect([...tools.map(({ id }) => id), ...omitted]).toEqual(docs.map(({ id }) => id))
          if (omitted.length > 0) expect(tools.every(({ detail }) => detail === 'name')).toBe(true)
        },
      ),
    )
  })

  it('gives the same bytes for the same docs, however they came about', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryList,
        arbitraryFormat,
        fc.nat({ max: 400 }),
        async (written, format, budgetTokens) => {
          const options = { format, detail: 'full', budgetTokens } as const
          const first = renderToolDocs(await docsOf(written), options)
          expect(renderToolDocs(await docsOf(structuredClone(written)), options)).toEqual(first)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('writes no hidden character in any format', async () => {
    const hidden = 'a\u202eb\u200b\u2028\u0085\u009b31m\u007f\u{e0041}'
    const inputSchema = {
      type: 'object',
      properties: { [hidden]: { enum: [hidden], default: hidden, pattern: hidden } },
    }
    const { tool } = parseTool({ name: 't', inputSchema, outputSchema: { const: hidden } })
    const store = createToolDocStore({ getTool: () => tool })
    await store.register('t', { examples: [{ arguments: { [hidden]: hidden } }] })
    const docs = [await store.describe('t', 'full')]
    for (const format of FORMATS) {
      const { text } = renderToolDocs(docs, { format, detail: 'full', budgetTokens: 10_000 })
      expect(hasHiddenCharacters(text)).toBe(false)
    }
  })

  it.each<[RenderFormatName, RegExp]>([
    ['markdown', /^- \*\*(s:tool\d)\*\*/],
    ['signature', /^(s:tool\d)(?=[( ]|$)/],
  ])('keeps every foreign text inside its own entry in %s', async (format, head) => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, fc.nat({ max: 600 }), async (written, budgetTokens) => {
        const rendering = renderToolDocs(await docsOf(written), { format, detail: 'full', budgetTokens })
        const atMargin = rendering.text
          .split(/[\n\r\u2028\u2029\u0085\v\f]/)
          .filter((line) => /^\S/.test(line))
        const entries = atMargin.filter((line) => head.test(line)).map((line) => head.exec(line)?.[1])
        expect(entries).toEqual(rendering.text === '' ? [] : rendering.tools.map(({ id }) => id))
        const others = atMargin.filter((line) => !head.test(line))
        const tail = rendering.text !== '' && rendering.omitted.length > 0 ? 1 : 0
        expect(others).toHaveLength(tail)
        if (tail === 1) expect(others[0]).toMatch(/^… \d+ more tools? omitted\.$/)
      }),
    )
  })
})

describe('the ladder', () => {
  const example = { title: 'Minimal', arguments: { repo: 'a/b' }, resultHint: 'An issue' }
  const definition = {
    namespace: 'github',
    description: 'Creates an issue',
    inputSchema: {
      type: 'object',
      properties: {
        repo: { type: 'string', description: 'Owner/name' },
        state: { enum: ['open', 'closed'], default: 'open' },
      },
      required: ['repo'],
    },
    outputSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
    annotations: { destructiveHint: false },
  }

  async function docs(): Promise<readonly ToolDoc[]> {
    const tools = ['create_issue', 'list_issues', 'close_issue'].map(
      (name) => parseTool({ ...definition, name }).tool,
    )
    const store = createToolDocStore({ getTool: (id) => tools.find((tool) => tool.id === id) })
    for (const { id } of tools) {
      await store.register(id, {
        notes: 'Needs a token.\nBe kind.',
        examples: [example],
        externalRefs: ['https://example.com'],
      })
    }
    return (
      await store.describeMany(
        tools.map(({ id }) => id),
        'full',
      )
    ).docs
  }

  const render = async (format: RenderFormatName, budgetTokens: number, count = 3) =>
    renderToolDocs((await docs()).slice(0, count), { format, detail: 'full', budgetTokens })

  it('tells everything where there is room', async () => {
    expect((await render('signature', 1_000, 1)).text).toBe(
      [
        'github:create_issue(repo: string, state?: "open" | "closed" = "open"): { number: integer } // Creates an issue',
        '  // input schema {"properties":{"repo":{"description":"Owner/name","type":"string"},"state":{"default":"open","enum":["open","closed"]}},"required":["repo"],"type":"object"}',
        '  // Needs a token.',
        '  // Be kind.',
        '  // example {"repo":"a/b"} -> An issue (Minimal)',
        '  // see https://example.com',
      ].join('\n'),
    )
    expect((await render('markdown', 1_000, 1)).text).toBe(
      [
        '- **github:create_issue**: Creates an issue',
        '  - `repo` `string` (required): Owner/name',
        '  - `state` `"open" | "closed"` (default `"open"`)',
        '  - returns `{ number: integer }`',
        '  - hints: destructiveHint false',
        '  > Needs a token.',
        '  > Be kind.',
        '  - example `{"repo":"a/b"}` gives An issue: Minimal',
        '  - see https://example.com',
      ].join('\n'),
    )
  })

  it('goes down from full to names, tool by tool, and then leaves tools out', async () => {
    const steps: string[] = []
    for (let budget = 700; budget >= 0; budget -= 1) {
      const { tools, omitted } = await render('signature', budget)
      const step = [...tools.map(({ detail }) => detail), ...omitted.map(() => '-')].join(' ')
      if (steps.at(-1) !== step) steps.push(step)
    }
    expect(steps[0]).toBe('full full full')
    expect(steps).toContain('full name name')
    // Two names and the tail cost more than three names, so that step does not occur.
    expect(steps.slice(-3)).toEqual(['name name name', 'name - -', '- - -'])
  })

  it('marks what it cut and says how many tools are missing', async () => {
    const cut = await render('signature', 20)
    expect(cut.text).toMatch(/^github:create_issue.* …$/m)
    const few = await render('signature', 16)
    expect(few.text.split('\n').at(-1)).toMatch(/^… \d more tools? omitted\.$/)
    expect(few.tools.every(({ cut: isCut }) => isCut)).toBe(true)
  })

  it('says only how many are missing, or nothing at all, when no tool fits', async () => {
    expect((await render('signature', 7)).text).toBe('… 3 more tools omitted.')
    expect(await render('markdown', 1)).toMatchObject({
      text: '',
      tokens: 0,
      tools: [],
      omitted: expect.any(Array),
    })
    expect(await render('signature', 0)).toMatchObject({ text: '', tokens: 0 })
  })

  it('writes no tools as no tools', () => {
    expect(renderToolDocs([], { detail: 'full', format: 'markdown', budgetTokens: 0 }).text).toBe('')
  })

  it('does not depend on the order of members in a schema', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: 'x' } } }
    const turned = { properties: { a: { description: 'x', type: 'string' } }, type: 'object' }
    const texts = [schema, turned].map((inputSchema) => {
      const { tool } = parseTool({ name: 't', inputSchema })
      const doc: ToolDoc = { id: 't', detail: 'schema', summary: '', tool }
      return renderToolDocs([doc], { detail: 'schema', format: 'markdown', budgetTokens: 100 }).text
    })
    expect(texts[0]).toBe(texts[1])
  })

  it.each([{ budgetTokens: -1 }, { budgetTokens: 1.5 }, { budgetTokens: Number.NaN }, { format: 'yaml' }])(
    'refuses %o',
    (options) => {
      const complete = { detail: 'full', format: 'markdown', budgetTokens: 10, ...options } as RenderOptions
      expect(() => renderToolDocs([], complete)).toThrow(RangeError)
    },
  )

  it('refuses an unknown level', () => {
    const options = { detail: 'all', format: 'markdown', budgetTokens: 10 } as unknown as RenderOptions
    expect(() => renderToolDocs([], options)).toThrow(expect.objectContaining({ code: 'INVALID_DETAIL' }))
  })
})
