import { describe, expect, it } from 'vitest'
import { HONEST, ORDERS } from '../fixtures/orders.ts'
import { scanDefinition } from './scan-definition.ts'

const tool = (description: string): object => ({ name: 'work', description, inputSchema: { type: 'object' } })

describe.each(Object.entries(ORDERS))('a text that gives orders: %s', (_what, texts) => {
  it.each(texts)('%s', (text) => {
    const { level, findings } = scanDefinition(tool(text))
    expect(findings, text).not.toEqual([])
    expect(level).not.toBe('clean')
  })
})

it.each(HONEST)('an honest text is clean: %s', (text) => {
  expect(scanDefinition(tool(text))).toMatchObject({ level: 'clean' })
})
