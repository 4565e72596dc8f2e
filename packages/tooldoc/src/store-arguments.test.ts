import { parseTool } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import type { DetailLevel } from './tool-doc.ts'
import type { ToolDocStoreOptions } from './tool-doc-store.ts'

const { tool } = parseTool({ name: 't', inputSchema: { type: 'object' } })
const store = createToolDocStore({ getTool: () => tool })

describe('arguments of a store', () => {
  it.each([undefined, null, 5, [], ['t'], { id: 't' }])(
    'never take %j for the id of some tool',
    async (given) => {
      const id = given as unknown as string
      for (const call of [
        () => store.describe(id, 'full'),
        () => store.register(id, { summary: 's' }),
        () => store.addExamples(id, []),
        () => store.listExamples(id),
        () => store.describeMany([id], 'full'),
        () => store.render([id]),
        async () => store.searchNotes(id),
        async () => store.remove(id),
      ]) {
        await expect(call()).rejects.toThrow(/^ids? is .*; (?:the type string|a list of texts) is needed\.$/)
        await expect(call()).rejects.toThrow(TypeError)
      }
    },
  )

  it.each([undefined, null, 't', { 0: 't' }])('take no %j for a list of ids, and reject', async (given) => {
    const ids = given as unknown as readonly string[]
    await expect(store.describeMany(ids, 'full')).rejects.toThrow(/^ids is .*; a list of texts is needed\.$/)
    await expect(store.render(ids)).rejects.toThrow(TypeError)
  })

  it('name the member that was meant', async () => {
    const register = (doc: object) => store.register('t', doc)
    await expect(register({ sumary: 's' })).rejects.toThrow(
      '"sumary" is no member of a tool doc; did you mean summary?',
    )
    await expect(register({ examples: [{ argument: {} }] })).rejects.toThrow('did you mean arguments?')
    await expect(register({ examples: [{ titel: '', arguments: {} }] })).rejects.toThrow(
      'did you mean title?',
    )
    await expect(store.register('t', {}, { sgnal: 1 } as object)).rejects.toThrow('did you mean signal?')
    await expect(store.describe('t', 'full', { sgnal: 1 } as object)).rejects.toThrow('did you mean signal?')
    await expect(store.describeMany(['t'], 'full', { sgnal: 1 } as object)).rejects.toThrow(
      'did you mean signal?',
    )
    await expect(store.listExamples('t', 1, { sgnal: 1 } as object)).rejects.toThrow('did you mean signal?')
    await expect(store.render(['t'], { budgetToken: 1 } as object)).rejects.toThrow(
      'did you mean budgetTokens?',
    )
    expect(() => createToolDocStore({ maxExample: 1 } as object)).toThrow('did you mean maxExamples?')
    expect(await store.listExamples('t')).toEqual([])
  })

  it('name the levels there are', async () => {
    const level = 'fulll' as DetailLevel
    for (const call of [
      store.describe('t', level),
      store.describeMany(['t'], level),
      store.render(['t'], { detail: level }),
    ]) {
      await expect(call).rejects.toThrow('"fulll" is no level of detail; use summary, schema or full.')
    }
  })

  it.each([
    { getTool: 5 },
    { resolveTool: {} },
    { countTokens: 'n' },
    { validator: {} },
    { validator: null },
  ])('are of their types: not %o', (options) => {
    expect(() => createToolDocStore(options as unknown as ToolDocStoreOptions)).toThrow(TypeError)
  })

  it('have defaults in a rendering', async () => {
    expect(await store.render(['t'])).toEqual(
      await store.render(['t'], { detail: 'schema', format: 'markdown', budgetTokens: 2_000 }),
    )
  })
})
