import {
  type Backend,
  compareIds,
  parseTool,
  type Tool,
  type ToolDefinition,
  type ToolFilter,
} from '@toolscout/model'
import { jsonEquals } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differingMembers } from './changes.ts'
import { createToolIndex } from './create-tool-index.ts'
import type { ToolIndex } from './tool-index.ts'

const word = fc.constantFrom('read', 'write', 'list', 'files', 'issue', 'constructor')
const definition: fc.Arbitrary<ToolDefinition> = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c', 'read_file', 'Get Weather', '天气'),
    namespace: fc.constantFrom('git', 'fs', 'my server'),
    version: fc.constantFrom('1.0.0', '2.0.0'),
    description: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    tags: fc.array(word, { maxLength: 2 }),
    inputSchema: fc.constant({ type: 'object' }),
  },
  { requiredKeys: ['name', 'inputSchema'] },
)
const backend: fc.Arbitrary<Backend> = fc.constantFrom<Backend>(
  { kind: 'local', handler: 'x' },
  { kind: 'mcp', server: 'git' },
  { kind: 'mcp', server: 'two' },
)
type Step = (index: ToolIndex) => void
const ignoringRefusal = (run: () => void): void => {
  try {
    run()
  } catch (error) {
    expect(['TOOL_NOT_FOUND', 'BACKEND_NOT_FOUND', 'REGISTRATION_FAILED']).toContain(
      Reflect.get(error as object, 'code'),
    )
  }
}
const ids = fc.constantFrom('a', 'git:a', 'fs:b', 'git:read_file:1.0.0', ':c:2.0.0')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(definition, backend).map(
    ([tool, where]): Step =>
      (index) =>
        void index.register(tool, where),
  ),
  fc.array(fc.record({ tool: definition, backend })).map(
    (batch): Step =>
      (index) =>
        ignoringRefusal(() => index.registerMany(batch)),
  ),
  fc.array(definition).map(
    (list): Step =>
      (index) =>
        void index.registerMcp('git', list),
  ),
  ids.map(
    (id): Step =>
      (index) =>
        ignoringRefusal(() => index.unregister(id)),
  ),
  fc.tuple(ids, backend).map(
    ([id, where]): Step =>
      (index) =>
        ignoringRefusal(() => index.unregisterBackend(id, where)),
  ),
  fc.constantFrom('git', 'my server', '').map(
    (namespace): Step =>
      (index) =>
        void index.unregisterNamespace(namespace),
  ),
  fc.constant<Step>((index) => void index.unregisterServer('git')),
)
const steps = fc.array(step, { maxLength: 12 })
const filter = fc.constantFrom<ToolFilter | undefined>(
  undefined,
  { namespaces: ['git'] },
  { tags: ['read'] },
  { servers: ['git'] },
)

const grown = (life: readonly Step[]): ToolIndex => {
  const index = createToolIndex()
  for (const change of life) change(index)
  return index
}

describe('an index after any life', () => {
  it('equals one that is built at once from what it holds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, word, filter, async (life, query, only) => {
        const index = grown(life)
        const rebuilt = createToolIndex()
        for (const { tool, backends } of index.list())
          for (const where of backends) rebuilt.register(tool, where)
        expect(rebuilt.list()).toEqual(index.list())
        expect(rebuilt.namespaces()).toEqual(index.namespaces())
        const search = { limit: 1_000, filter: only, explain: true }
        expect((await rebuilt.search(query, search)).hits).toEqual((await index.search(query, search)).hits)
      }),
    )
  })

  it('lists in order of id, and what its events say is what it holds', () => {
    fc.assert(
      fc.property(steps, (life) => {
        const index = createToolIndex()
        const known = new Set<string>()
        let version = 0
        index.onChange((event) => {
          expect(event.version).toBe(version + 1)
          version = event.version
          for (const change of event.changes) {
            if (change.type === 'registered') known.add(change.id)
            if (change.type === 'removed') known.delete(change.id)
          }
        })
        for (const change of life) change(index)
        expect(index.list().map(({ tool }) => tool.id)).toEqual([...known].sort(compareIds))
        expect([index.size, index.version]).toEqual([known.size, version])
      }),
    )
  })

  it('gives the same pages put together as one search, whatever changes between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        steps,
        fc.constantFrom('', 'read', 'read files issue'),
        filter,
        fc.integer({ min: 1, max: 4 }),
        async (life, meanwhile, query, only, limit) => {
          const index = grown(life)
          const whole = await index.search(query, { limit: 1_000, filter: only })
          const listed = index.list(only)
          const hits: unknown[] = []
          const items: unknown[] = []
          let page = await index.searchPage(query, { limit, filter: only })
          let listing = await index.page({ limit, filter: only })
          for (const change of [...meanwhile, (): void => {}]) {
            hits.push(...page.hits)
            items.push(...listing.items)
            change(index)
            page =
              page.nextCursor === undefined
                ? { ...page, hits: [] }
                : await index.searchPage(query, { limit, filter: only, cursor: page.nextCursor })
            listing =
              listing.nextCursor === undefined
                ? { items: [] }
                : await index.page({ limit, filter: only, cursor: listing.nextCursor })
          }
          while (page.hits.length > 0 || listing.items.length > 0) {
            hits.push(...page.hits)
            items.push(...listing.items)
            page =
              page.nextCursor === undefined
                ? { ...page, hits: [] }
                : await index.searchPage(query, { limit, filter: only, cursor: page.nextCursor })
            listing =
              listing.nextCursor === undefined
                ? { items: [] }
                : await index.page({ limit, filter: only, cursor: listing.nextCursor })
          }
          expect(hits).toEqual(whole.hits)
          expect(items).toEqual(listed)
        },
      ),
    )
  })

  it('leaves its snapshots alone', () => {
    fc.assert(
      fc.property(steps, steps, (life, later) => {
        const index = grown(life)
        const snapshot = index.snapshot()
        const before = { list: index.list(), namespaces: index.namespaces(), version: index.version }
        for (const change of later) change(index)
        expect(snapshot.list()).toEqual(before.list)
        expect(snapshot.namespaces()).toEqual(before.namespaces)
        expect([snapshot.version, snapshot.size]).toEqual([before.version, before.list.length])
        for (const { tool } of before.list) expect(snapshot.get(tool.id)?.tool).toBe(tool)
      }),
    )
  })
})

it('IDX-120, IDX-121, IDX-122, IDX-123, IDX-124, IDX-125, IDX-126, IDX-127: definitions are equal exactly where their JSON is', () => {
  const json = fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => JSON.stringify(value))
    .filter((text) => !text.includes('"__proto__"'))
    .map((text) => JSON.parse(text) as unknown)
  const toolWith = (given: unknown): Tool =>
    parseTool({ name: 'a', inputSchema: { type: 'object' }, _meta: { given } }).tool
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(differingMembers(toolWith(a), toolWith(structuredClone(a)))).toEqual([])
      const isEqual = jsonEquals(a as never, b as never)
      expect(differingMembers(toolWith(a), toolWith(b))).toEqual(isEqual ? [] : ['_meta'])
    }),
  )
})
