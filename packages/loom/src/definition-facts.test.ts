import { parseTool, type Tool } from '@toolscout/model'
import { rateCapabilities } from '@toolscout/registry'
import { expect, it } from 'vitest'
import { createDefinitionFacts } from './definition-facts.ts'

const toolOf = (name: string, description: string): Tool =>
  parseTool({ name, description, inputSchema: { type: 'object' } }).tool

it('of one definition facts are read once, as long as it is among those that were asked for last', () => {
  const rated: string[] = []
  const facts = createDefinitionFacts({
    rate: (tool) => {
      rated.push(tool.name)
      return rateCapabilities(tool)
    },
    maxRemembered: 2,
  })
  const [a, b, c] = ['a', 'b', 'c'].map((name) => toolOf(name, 'Read a file')) as [Tool, Tool, Tool]
  expect(facts.of(a)).toBe(facts.of(a))
  facts.of(b)
  facts.of(a)
  facts.of(c)
  facts.of(a)
  expect(rated).toEqual(['a', 'b', 'c'])
  facts.of(b)
  expect(rated).toEqual(['a', 'b', 'c', 'b'])
})

it('another definition of the same id has facts of its own', () => {
  const facts = createDefinitionFacts({ rate: rateCapabilities })
  expect(facts.of(toolOf('thing', 'Read a file')).keywords).toEqual(['thing', 'read', 'file'])
  const changed = facts.of(toolOf('thing', 'Send a message'))
  expect(changed.keywords).toEqual(['thing', 'send', 'message'])
  expect(changed.capabilities.map(({ name }) => name)).toEqual(['notification'])
  expect(changed.said.description.has('send')).toBe(true)
})
