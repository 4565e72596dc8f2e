import type { RegistrationReport, ToolIndex } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import type { Backend, ToolDefinition } from '@toolscout/model'
import { createSlices, type Slices } from '@toolscout/model/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open } from './fixtures/open-discovery.ts'

/** Slices of one step each; `between` runs in the turns between them. */
function shortest(between: () => Promise<void> = async () => {}): Slices & { turns: number } {
  const slices = {
    turns: 0,
    isOver: () => true,
    next: async () => {
      slices.turns += 1
      await between()
    },
    check: () => {},
  }
  return slices
}

const WORDS = ['read', 'write', 'list', 'file', 'issue', 'invoice', 'city', 'weather', 'create', 'delete']
const definition = fc
  .record({
    name: fc
      .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), fc.nat(30))
      .map((all) => all.join('_')),
    namespace: fc.constantFrom('git', 'fs', 'mail'),
    description: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
    required: fc.subarray(['city_id', 'path']),
  })
  .map(
    ({ required, ...rest }): ToolDefinition => ({
      ...rest,
      inputSchema: {
        type: 'object',
        properties: { city_id: { type: 'string' }, path: { type: 'string', description: rest.description } },
        required,
      },
    }),
  )
const catalog = fc.uniqueArray(definition, {
  minLength: 70,
  maxLength: 160,
  selector: ({ name, namespace }) => `${namespace}:${name}`,
})
const QUERIES = [
  'create an invoice',
  'read_file',
  'wether in the city',
  'delete the git issue and list files',
  '',
]
const backend: Backend = { kind: 'local', handler: 'h' }
const withBackend = (tools: readonly ToolDefinition[]) => tools.map((tool) => ({ tool, backend }))

async function stateOf(index: ToolIndex): Promise<unknown> {
  const answers = QUERIES.map(async (query) => index.search(query, { explain: true }))
  const filtered = index.search('file', { filter: { namespaces: ['git'] } })
  const ids = index.list().map(({ summary }) => summary.id)
  const found = { answers: await Promise.all(answers), filtered: await filtered, size: index.size, ids }
  return JSON.parse(JSON.stringify(found, (member, value) => (member === 'version' ? undefined : value)))
}

describe.each([{}, { embedder: false as const }])('a registration in slices, %j', (options) => {
  it('comes to what it comes to at once, and searches meanwhile see the state before', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, fc.nat(), async (first, second, when) => {
        const [sliced, atOnce] = [open(options).index, open(options).index]
        const reports: RegistrationReport[] = []
        for (const tools of [first, second]) {
          const before = await stateOf(sliced)
          let turn = 0
          const slices = shortest(async () => {
            turn += 1
            if (turn % 97 === when % 97) expect(await stateOf(sliced)).toEqual(before)
          })
          reports.push(await inSlices(sliced).registerMany(withBackend(tools), { slices }))
          expect(reports.at(-1)).toEqual(atOnce.registerMany(withBackend(tools)))
          expect(await stateOf(sliced)).toEqual(await stateOf(atOnce))
        }
      }),
      { numRuns: 6 },
    )
  })

  it('looks at one tool at most between two turns', async () => {
    const { index } = open(options)
    let [read, most] = [0, 0]
    const slices = shortest(async () => {
      most = Math.max(most, read)
      read = 0
    })
    const tools = Array.from({ length: 200 }, (_, i) => ({
      name: `tool_${i}`,
      inputSchema: { type: 'object' },
      get description() {
        read += 1
        return `Does the thing ${i}`
      },
    }))
    await inSlices(index).registerMany(withBackend(tools), { slices })
    expect(most).toBe(1)
    // Read, planned, given to the searcher.
    expect(slices.turns).toBeGreaterThanOrEqual(3 * tools.length)
  })
})

const many = (prefix: string, description: string): ToolDefinition[] =>
  Array.from({ length: 100 }, (_, i) => ({
    name: `${prefix}_${i}`,
    description,
    inputSchema: { type: 'object' },
  }))

it('what changes otherwise meanwhile is kept, and of one tool the later registration counts', async () => {
  const { index } = open()
  index.register({ name: 'old', inputSchema: { type: 'object' } }, backend)
  let turn = 0
  const slices = shortest(async () => {
    turn += 1
    if (turn !== 250) return
    index.register({ name: 'between', description: 'a zebra', inputSchema: { type: 'object' } }, backend)
    index.register(
      { name: 'a_7', description: 'a zebra too', inputSchema: { type: 'object' } },
      { kind: 'mcp', server: 's' },
    )
    index.unregister('old')
  })
  const { registered, updated } = await inSlices(index).registerMany(withBackend(many('a', 'sends mail')), {
    slices,
  })
  expect([registered.length, updated]).toEqual([99, ['a_7']])
  expect(index.size).toBe(101)
  expect(index.getOrThrow('a_7').backends).toHaveLength(2)
  expect((await index.search('zebra')).hits.map(({ id }) => id)).toEqual(['between'])
  expect((await index.search('old')).hits).toEqual([])
})

it('calls are registered in their order, small ones behind large ones', async () => {
  const { index } = open({ embedder: false })
  const seen: number[] = []
  index.onChange(({ changes }) => seen.push(changes.length))
  const way = inSlices(index)
  await Promise.all([
    way.registerMany(withBackend(many('a', 'one')), { slices: shortest() }),
    way.registerMany(withBackend(many('a', 'two').slice(0, 1)), { slices: shortest() }),
  ])
  expect(seen).toEqual([100, 1])
  expect(index.getOrThrow('a_0').tool.description).toBe('two')
})

it('one that is ended, or has a bad tool, registers nothing', async () => {
  const { index } = open()
  const stop = new AbortController()
  let turn = 0
  const slices = createSlices({
    signal: stop.signal,
    now: () => (turn += 9),
    turn: async () => {
      if (turn > 2_500) stop.abort(new RangeError('enough'))
    },
  })
  const way = inSlices(index)
  await expect(way.registerMany(withBackend(many('a', 'one')), { slices })).rejects.toThrow('enough')
  const bad = [...many('a', 'one'), { name: '', inputSchema: { type: 'object' } }]
  await expect(way.registerMany(withBackend(bad), { slices: shortest() })).rejects.toMatchObject({
    code: 'REGISTRATION_FAILED',
  })
  expect([index.size, index.version, (await index.search('one')).hits]).toEqual([0, 0, []])
  await way.registerMany(withBackend(many('b', 'one')), { slices: shortest() })
  expect(index.size).toBe(100)
})

it('a complete listing takes away in slices what it has no more', async () => {
  const { index } = open()
  const way = inSlices(index)
  const listing = { complete: true }
  await way.registerMcp('s', many('a', 'one'), { slices: shortest(), listing })
  const { removed, unchanged } = await way.registerMcp('s', many('a', 'one').slice(30), {
    slices: shortest(),
    listing,
  })
  expect([removed.length, unchanged.length, index.size]).toEqual([30, 70, 70])
  expect((await index.search('a_3')).hits.map(({ id }) => id)).not.toContain('s:a_3')
})

describe('what looks at tools before they are there', () => {
  const tools = Array.from({ length: 100 }, (_, i) => ({ name: `t${i}`, inputSchema: { type: 'object' } }))

  it('is waited for, while nothing can read them', async () => {
    const { index } = open()
    let looked = 0
    inSlices(index).beforeCommit(async (given, slices) => {
      for (const { tool } of given) {
        expect(index.get(tool.id)).toBeUndefined()
        looked += 1
        await slices.next()
      }
    })
    const report = await inSlices(index).registerMcp('bank', tools, { slices: shortest() })
    expect([looked, report.registered.length, index.size]).toEqual([100, 100, 100])
    // What did not change is not looked at again.
    await inSlices(index).registerMcp('bank', tools, { slices: shortest() })
    expect(looked).toBe(100)
  })

  it('lets nothing in when it fails, and the next ones in again', async () => {
    const { index } = open()
    let fails = true
    inSlices(index).beforeCommit(async () => {
      if (fails) throw new RangeError('not now')
    })
    const registering = inSlices(index).registerMcp('bank', tools, { slices: shortest() })
    await expect(registering).rejects.toThrow('not now')
    expect(index.size).toBe(0)
    fails = false
    await inSlices(index).registerMcp('bank', tools, { slices: shortest() })
    expect(index.size).toBe(100)
  })
})
