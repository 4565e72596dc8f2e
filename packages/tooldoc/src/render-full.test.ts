import { parseTool } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { type Rendering, type RenderOptions, renderToolDocs } from './render.ts'

const NESTED = {
  type: 'object',
  required: ['event'],
  properties: {
    event: {
      type: 'object',
      required: ['start'],
      properties: {
        start: {
          type: 'string',
          format: 'date-time',
          description: 'RFC3339 start, must include a UTC offset',
        },
        color: { type: 'integer', minimum: 1, maximum: 11 },
        who: {
          type: 'array',
          items: {
            type: 'object',
            required: ['email'],
            properties: { email: { type: 'string', description: 'Where the invitation goes' } },
          },
        },
      },
    },
    page_size: { type: 'integer', minimum: 1, maximum: 100, description: 'How many' },
    code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'IATA' },
  },
}

const render = async (inputSchema: object, options: RenderOptions): Promise<Rendering> => {
  const description = 'Create a calendar event.'
  const { tool } = parseTool({ name: 'create_event', namespace: 'nest', description, inputSchema })
  const store = createToolDocStore({ getTool: () => tool })
  return renderToolDocs([await store.describe(tool.id, 'full')], options)
}

it.each(['markdown', 'signature'] as const)('%s at `full` shows the whole input schema', async (format) => {
  const { text, tools } = await render(NESTED, { detail: 'full', format })
  const json = text.slice(text.indexOf('{"properties"'))
  for (const fact of [
    'RFC3339 start, must include a UTC offset',
    '"format":"date-time"',
    '"minimum":1',
    '"maximum":11',
    '"maximum":100',
    '"required":["email"]',
    'Where the invitation goes',
    '^[A-Z]{3}$',
  ])
    expect(json).toContain(fact)
  expect(text).not.toContain('…')
  expect(tools[0]?.cut).toBe(false)
})

it('shows a long description of a parameter whole', async () => {
  const description = 'Word. '.repeat(200).trim()
  const schema = { type: 'object', properties: { path: { type: 'string', description } } }
  const { text } = await render(schema, { detail: 'full' })
  expect(text).toContain(description)
})

it('puts the cut mark behind what it shows, not behind a complete sentence', async () => {
  const { text, tools } = await render(NESTED, { detail: 'full', budgetTokens: 80 })
  expect(tools[0]).toMatchObject({ detail: 'schema', cut: true })
  expect(text.split('\n')[0]).toBe('- **nest:create_event**: Create a calendar event.')
  expect(text.split('\n').at(-1)).toBe('  …')
})

it('keeps a huge schema within the budget and says that it is cut', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, i) => [
      `p${i}`,
      { type: 'integer', minimum: i, description: 'x'.repeat(200) },
    ]),
  )
  const small = await render({ type: 'object', properties }, { detail: 'full', budgetTokens: 1_000 })
  expect(small.tokens).toBeLessThanOrEqual(1_000)
  expect(small.tools[0]?.cut).toBe(true)
  const large = await render({ type: 'object', properties }, { detail: 'full', budgetTokens: 1_000_000 })
  expect(large.text).toMatch(/- input schema … \(\d+ characters of JSON, not shown\)/)
  expect(large.tools[0]?.cut).toBe(true)
})
