import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { ENGINES, getEngine } from './registry.ts'

const CHANGEABLE = [
  'toolscout-kernel',
  'toolscout-searcher',
  'toolscout-words',
  'toolscout-facade',
  'minisearch',
  'flexsearch',
  'orama',
  'sqlite-fts5',
]
const SAVEABLE = [
  'toolscout-kernel',
  'toolscout-searcher',
  'wink',
  'minisearch',
  'flexsearch',
  'orama',
  'lunr',
  'sqlite-fts5',
]

const crowd = [...generateTools({ seed: 5, count: 40 })]
const tools: readonly CorpusTool[] = [
  ...crowd,
  sketch('readZebra', 'Gives back a striped animal.'),
  sketch('feedGiraffe', 'Gives leaves to a tall animal, never to a zebra.'),
]

function sketch(name: string, description: string): CorpusTool {
  const inputSchema = { type: 'object', properties: {}, required: [] }
  return { id: `zoo:${name}`, name, namespace: 'zoo', description, inputSchema, tags: [] }
}

async function build(engine: Engine, from: readonly CorpusTool[] = tools): Promise<EngineIndex> {
  const library = await engine.load()
  return library.build(from.map((tool) => engine.prepare(tool)))
}

describe.each(ENGINES)('$name', (engine) => {
  const find = (index: EngineIndex, text: string, limit = 10): Promise<readonly string[]> =>
    index.search(engine.prepareQuery(text), limit)

  // The facade finds by meaning too, behind what has the words.
  const wordsOf = (hits: readonly string[]): readonly string[] =>
    engine.name === 'toolscout-facade' ? hits.slice(0, 1) : hits

  it('finds a tool by its own words', async () => {
    const index = await build(engine)
    for (const word of ['giraffe', 'tall'])
      expect(wordsOf(await find(index, word))).toEqual(['zoo:feedGiraffe'])
    index.close()
  })

  it('gives ids best first: a word in the name before the same word in the description', async () => {
    const index = await build(engine)
    expect(await find(index, 'a zebra')).toEqual(['zoo:readZebra', 'zoo:feedGiraffe'])
    expect(await find(index, 'zebra', 1)).toEqual(['zoo:readZebra'])
    index.close()
  })

  it('gives tools that hold only some of the words, and none for words nobody holds', async () => {
    const index = await build(engine)
    expect(wordsOf(await find(index, 'giraffe nosuchword'))).toEqual(['zoo:feedGiraffe'])
    expect(await find(index, 'nosuchword')).toEqual([])
    index.close()
  })

  it('gives at most as many as asked for, each once', async () => {
    const index = await build(engine)
    const ids = await find(index, 'get list name type data file user')
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(10)
    index.close()
  })

  it('offers changes exactly when it is known to', async () => {
    const index = await build(engine)
    expect(index.changes !== undefined).toBe(CHANGEABLE.includes(engine.name))
    expect(index.save !== undefined).toBe(SAVEABLE.includes(engine.name))
    index.close()
  })
})

describe.each(ENGINES.filter(({ name }) => CHANGEABLE.includes(name)))('changes of $name', (engine) => {
  it('are seen by the next search', async () => {
    const index = await build(engine)
    const { changes } = index
    if (changes === undefined) throw new TypeError(`${engine.name} has no changes`)
    const find = (text: string): Promise<readonly string[]> => index.search(engine.prepareQuery(text), 10)

    await changes.add(engine.prepare(sketch('wash_walrus', 'Granite.')))
    expect(await find('walrus')).toEqual(['zoo:wash_walrus'])
    const changed = { ...sketch('wash_walrus', 'Foam.'), id: 'zoo:wash_walrus' }
    await changes.update(engine.prepare(changed))
    expect(await find('foam')).toEqual(['zoo:wash_walrus'])
    expect(await find('granite')).toEqual([])
    await changes.remove('zoo:wash_walrus')
    expect(await find('walrus foam')).toEqual([])
    expect(await find('zebra')).toEqual(['zoo:readZebra', 'zoo:feedGiraffe'])
    index.close()
  })
})

describe.each(ENGINES.filter(({ name }) => SAVEABLE.includes(name)))('the saved form of $name', (engine) => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolscout-benchmark-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('answers like the index it was made from', async () => {
    const index = await build(engine)
    const queries = ['zebra', 'giraffe tall', 'get list file', 'create name type'].map((text) =>
      engine.prepareQuery(text),
    )
    const before = await Promise.all(queries.map((query) => index.search(query, 10)))
    const saved = await index.save?.(folder)
    index.close()
    expect(saved?.bytes).toBeGreaterThan(0)
    const restored = await saved?.restore()
    const after = await Promise.all(queries.map((query) => restored?.search(query, 10)))
    expect(after).toEqual(before)
    restored?.close()
  })
})

describe('the list of engines', () => {
  it('has every name once', () => {
    expect(new Set(ENGINES.map(({ name }) => name)).size).toBe(ENGINES.length)
  })

  it('gives an engine by its name', () => {
    expect(getEngine('wink')?.name).toBe('wink')
    expect(getEngine('nobody')).toBeUndefined()
  })
})
