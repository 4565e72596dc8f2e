import { expect, it } from 'vitest'
import { tellEvent } from './follow-changes.ts'

it('a listing is told of by the kinds of what is in it', () => {
  const notes: string[] = []
  const output = { note: (line: string) => void notes.push(line), warn: () => {} }
  const listed = { type: 'serverListed', server: 'a', durationMs: 1, warnings: [] } as const
  const kinds = { tool: 1, prompt: 2, resource: 0, skill: 0 }
  const changes = { added: 1, changed: 0, removed: 0 }
  tellEvent({ ...listed, tools: 3, kinds, changes }, output as never)
  tellEvent({ ...listed, tools: 0, kinds: { ...kinds, tool: 0, prompt: 0 }, changes }, output as never)
  expect(notes).toEqual(['a: 1 tool, 2 prompts (1 new)', 'a: 0 tools (1 new)'])
})
