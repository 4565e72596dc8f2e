import { parseTool, type ToolDefinition } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { toSearchDocument } from './search-document.ts'

const fieldsOf = (members: Partial<ToolDefinition>) => {
  const { tool } = parseTool({ name: 'x', inputSchema: { type: 'object' }, ...members })
  return toSearchDocument({
    tool,
    summary: toToolSummary(tool, [{ kind: 'local', handler: 'x' }]),
    notes: '',
  }).fields
}

it('Q-05: no text stands twice in what is searched', () => {
  const description = `First line.\n\nSecond   line ${'and more '.repeat(40)}`
  expect(fieldsOf({ description }).description).toBe(description)
  expect(fieldsOf({ description, _meta: { summary: 'First line. Second line' } }).description).toBe(
    description,
  )
  expect(fieldsOf({ description, _meta: { summary: 'In short' } }).description).toBe(
    `${description}\nIn short`,
  )
  expect(fieldsOf({ _meta: { summary: 'In short' } }).description).toBe('In short')
  expect(fieldsOf({ title: 'Title', annotations: { title: 'Title' } }).title).toBe('Title')
  expect(fieldsOf({ title: 'Title', annotations: { title: 'Other' } }).title).toBe('Title\nOther')
})
