import { type Backend, parseTool } from '@toolscout/model'
import type { CatalogToolChange } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolChange } from './changes.ts'
import { createToolIndex } from './create-tool-index.ts'

const backend: fc.Arbitrary<Backend> = fc.constantFrom(
  { kind: 'local', handler: 'f' },
  { kind: 'mcp', server: 'git' },
  { kind: 'mcp', server: 'git', tool: 'other' },
  { kind: 'mcp', server: 'hub' },
)
const record: fc.Arbitrary<CatalogToolChange> = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c'),
    description: fc.constantFrom('Reads a file', 'Writes a mail'),
    backends: fc.uniqueArray(backend, { minLength: 1, selector: (one) => JSON.stringify(one) }),
    notes: fc.constantFrom('', 'Not on Sundays'),
  })
  .map(({ name, description, backends, notes }) => {
    const { tool } = parseTool({ name, description, inputSchema: { type: 'object' } })
    return { type: 'put', record: { tool, backends, notes } }
  })
const gone: fc.Arbitrary<CatalogToolChange> = fc.record({
  type: fc.constant('delete' as const),
  id: fc.constantFrom('a', 'b', 'c'),
})
const batches = fc.array(fc.array(fc.oneof(record, gone), { maxLength: 5 }), { maxLength: 6 })

const contentOf = ({ list }: ReturnType<typeof createToolIndex>): unknown =>
  list().map(({ tool, backends, notes, summary }) => ({ tool, backends, notes, summary }))

describe('taking records', () => {
  it('leads to what the last record of each says, in one batch or in many', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const [step, once, fresh] = [createToolIndex(), createToolIndex(), createToolIndex()]
        for (const batch of all) step.takeRecords(batch)
        once.takeRecords(all.flat())
        const last = new Map(
          all.flat().map((change) => [change.type === 'put' ? change.record.tool.id : change.id, change]),
        )
        fresh.takeRecords([...last.values()])
        expect(contentOf(step)).toEqual(contentOf(fresh))
        expect(contentOf(once)).toEqual(contentOf(fresh))
        for (const query of ['reads a file', 'mail sundays']) {
          const { hits } = await fresh.search(query)
          expect((await step.search(query)).hits).toEqual(hits)
          expect((await once.search(query)).hits).toEqual(hits)
        }
      }),
    )
  })

  it('takes away one of two backends that a tool has at one server', () => {
    const index = createToolIndex()
    const { tool } = parseTool({ name: 'c', inputSchema: { type: 'object' } })
    const both: readonly Backend[] = [
      { kind: 'mcp', server: 'git' },
      { kind: 'mcp', server: 'git', tool: 'other' },
    ]
    index.takeRecords([{ type: 'put', record: { tool, backends: both, notes: '' } }])
    index.takeRecords([{ type: 'put', record: { tool, backends: both.slice(0, 1), notes: '' } }])
    expect(index.get('c')?.backends).toEqual(both.slice(0, 1))
  })

  it('tells what changed, so that who follows knows which tools there are, and nothing when nothing did', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const index = createToolIndex()
        const followed = new Map<string, string | undefined>()
        const follow = (change: ToolChange): void => {
          if (change.type === 'refreshed') return
          if (change.type === 'removed') followed.delete(change.id)
          else followed.set(change.id, change.tool.description)
        }
        index.onChange(({ changes }) => changes.forEach(follow))
        for (const batch of all) {
          index.takeRecords(batch)
          const { version } = index
          index.takeRecords(
            index
              .list()
              .map(({ tool, backends, notes }) => ({ type: 'put', record: { tool, backends, notes } })),
          )
          expect(index.version).toBe(version)
        }
        expect([...followed].sort()).toEqual(index.list().map(({ tool }) => [tool.id, tool.description]))
      }),
    )
  })
})
