import { parseTool, type Tool } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createDefinitionFacts } from './definition-facts.ts'
import { rateCapabilities } from './exposure/capabilities.ts'

const toolOf = (name: string, description: string): Tool =>
  parseTool({ name, description, inputSchema: { type: 'object' } }).tool

it('of one definition facts are read once, as long as few others are asked for in between', () => {
  const rated: string[] = []
  const facts = createDefinitionFacts({
    rate: (tool) => {
      rated.push(tool.name)
      return rateCapabilities(tool)
    },
    maxRemembered: 4,
  })
  const tools = new Map(Array.from('abcdef', (name) => [name, toolOf(name, 'Read a file')]))
  const ask = (names: string): void => {
    for (const name of names) expect(facts.of(tools.get(name) as Tool).tool.name).toBe(name)
  }
  expect(facts.of(tools.get('a') as Tool)).toBe(facts.of(tools.get('a') as Tool))
  ask('abcabca')
  expect(rated).toEqual(['a', 'b', 'c'])
  ask('defab')
  expect(rated.join('')).toBe('abcdefb')
})

it('another definition of the same id has facts of its own', () => {
  const facts = createDefinitionFacts({ rate: rateCapabilities })
  expect(facts.of(toolOf('thing', 'Read a file')).keywords).toEqual(['thing', 'read', 'file'])
  const changed = facts.of(toolOf('thing', 'Send a message'))
  expect(changed.keywords).toEqual(['thing', 'send', 'message'])
  expect(changed.capabilities.map(({ name }) => name)).toEqual(['notification'])
  expect(changed.said.get('send')).toBe('description')
})
