import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogStore } from '@toolscout/model'
import type { LocalEmbedder } from '@toolscout/model/internal'
import { createWeightedSumFusion } from '@toolscout/semantic'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { Discovery, OpenDiscoveryOptions } from '../discovery.ts'
import { openDiscovery } from './open-discovery.ts'

/** So wide that the vectors of a small catalog are worth a file. */
const DIMENSIONS = 8_192
const inputSchema = { type: 'object' }
const TOOLS = Array.from({ length: 300 }, (_, i) => ({
  name: `tool_${i}`,
  description: `Deals with thing${i} and stuff${i % 40} of kind${i % 7}`,
  inputSchema,
}))
const REQUESTS = ['thing7', 'stuff12 of kind3', 'the thing299 of kind5', 'anything of stuff39']

const embeddings = new Map<string, Float32Array>()

/** Each word is a direction. */
function embed(text: string): Float32Array {
  const known = embeddings.get(text)
  if (known !== undefined) return known
  const vector = new Float32Array(DIMENSIONS)
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 7
    for (let i = 0; i < word.length; i += 1) hash = (31 * hash + word.charCodeAt(i)) % DIMENSIONS
    vector[hash] = (vector[hash] as number) + 1
  }
  const norm = Math.hypot(...vector)
  const embedding = vector.map((value) => value / norm)
  embeddings.set(text, embedding)
  return embedding
}

interface Place {
  readonly open: (options?: Partial<OpenDiscoveryOptions>) => Promise<Discovery>
  readonly path: string
  /** The file with the vectors. */
  readonly vectors: () => string
  /** Names of tools that were embedded. */
  readonly embedded: string[]
  readonly problems: unknown[]
}

function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-vectors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'catalog.db')
  const embedded: string[] = []
  const problems: unknown[] = []
  const embedder: LocalEmbedder = {
    model: 'wide words',
    dimensions: DIMENSIONS,
    maxBatch: 16,
    embed: async (texts) => texts.map(embed),
    embedQuery: embed,
    embedDocument: (fields) => {
      embedded.push(fields.name)
      return embed(`${fields.name} ${fields.description}`)
    },
  }
  return {
    path,
    embedded,
    problems,
    open: async (options = {}) => {
      embedded.length = 0
      problems.length = 0
      const store = options.store ?? (await openSqliteStore({ path }))
      const onError: OpenDiscoveryOptions['onError'] = ({ error }) => problems.push(error)
      return openDiscovery({ embedder, fusion: createWeightedSumFusion(), onError, ...options, store })
    },
    vectors: () => {
      const [name = 'none', ...others] = readdirSync(folder).filter((one) =>
        one.includes('-checkpoint-vectors-'),
      )
      expect(others).toEqual([])
      return join(folder, name)
    },
  }
}

async function answersOf({ search }: Discovery): Promise<unknown> {
  const answers: unknown[] = []
  for (const request of REQUESTS) {
    const { hits, degraded } = await search(request, { limit: 7 })
    answers.push([hits.map(({ id, score }) => [id, score]), degraded])
  }
  return answers
}

/** A catalog that was closed, and what it answered. */
async function keptCatalog(): Promise<Place & { readonly before: unknown }> {
  const place = newPlace()
  const first = await place.open()
  await first.register(TOOLS)
  const before = await answersOf(first)
  await first.close()
  return { ...place, before }
}

const byWordsOnly = { degraded: [expect.objectContaining({ part: 'semantic' })] }

it('vectors of a large catalog stay in their file: answers are the same, whatever changes and is saved again', async () => {
  const { open, vectors, embedded, problems, before } = await keptCatalog()
  const file = vectors()
  expect(readFileSync(file).length).toBe(16 + 300 * (DIMENSIONS + 1) * 4)
  const second = await open()
  expect(await answersOf(second)).toEqual(before)
  expect(embedded).toEqual([])
  await second.register(TOOLS.slice(10, 20).map((tool, i) => ({ ...tool, description: `Now stuff${i}` })))
  await second.register([{ name: 'new_tool', description: 'thing7 again', inputSchema }])
  await second.unregister('tool_33')
  const changed = await answersOf(second)
  expect(changed).not.toEqual(before)
  await second.close()
  expect(vectors()).not.toBe(file)
  const third = await open()
  expect(await answersOf(third)).toEqual(changed)
  expect([embedded, problems]).toEqual([[], []])
  await third.close()
})

it('their file may be taken away or copied with the catalog while it is open', async () => {
  const { open, vectors, path, problems, before } = await keptCatalog()
  const second = await open()
  const copy = mkdtempSync(join(tmpdir(), 'toolscout-copied-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  rmSync(vectors())
  expect(await answersOf(second)).toEqual(before)
  // It is written again from what is open.
  await second.register([{ name: 'new_tool', description: 'nothing of that', inputSchema }])
  await second.catalog?.checkpoint()
  await second.close()
  for (const name of readdirSync(join(path, '..'))) {
    const renamed = name.replace('catalog.db', name === 'catalog.db' ? 'other.db' : 'catalog.db')
    cpSync(join(path, '..', name), join(copy, renamed))
  }
  const store = await openSqliteStore({ path: join(copy, 'other.db') })
  const third = await open({ store })
  await third.unregister('new_tool')
  expect(await answersOf(third)).toEqual(before)
  expect(problems).toEqual([])
  await third.close()
})

it.each([
  ['cut', (file: string) => truncateSync(file, 100_000)],
  ['overwritten', (file: string) => writeFileSync(file, new Uint8Array(readFileSync(file).length).fill(60))],
])(
  'a file that is %s while it is open costs meaning until all is embedded again, and says so',
  async (_, harm) => {
    const { open, vectors, embedded, problems, before } = await keptCatalog()
    const second = await open()
    harm(vectors())
    const answer = await second.search(REQUESTS[0] as string, { limit: 7 })
    expect(answer).toMatchObject(byWordsOnly)
    expect(answer.degraded?.[0]?.reason).toMatch(/^The saved vectors cannot be read and are made again/)
    expect(answer.hits[0]?.id).toBe('tool_7')
    expect(problems).toMatchObject([{ code: 'VECTORS_UNREADABLE' }])
    expect((await second.search(REQUESTS[0] as string)).degraded).toMatchObject([{ part: 'catalog' }])
    await second.catalog?.restored()
    expect(embedded).toHaveLength(TOOLS.length)
    expect(await answersOf(second)).toEqual(before)
    await second.close()
    const third = await open()
    expect(await answersOf(third)).toEqual(before)
    expect([embedded, problems]).toEqual([[], []])
    await third.close()
  },
)

it('a file that is found to be damaged only when it is saved again costs no answer, then or later', async () => {
  const { open, vectors, problems, before } = await keptCatalog()
  const second = await open()
  const file = vectors()
  const bytes = readFileSync(file)
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] as number) ^ 1
  writeFileSync(file, bytes)
  await second.register([{ name: 'new_tool', description: 'nothing of that', inputSchema }])
  await second.unregister('new_tool')
  await second.close()
  expect(new Set(problems.map((error) => Reflect.get(error as object, 'code')))).toEqual(
    new Set(['VECTORS_UNREADABLE']),
  )
  const third = await open()
  await third.search(REQUESTS[2] as string)
  await third.catalog?.restored()
  expect(await answersOf(third)).toEqual(before)
  await third.close()
})

it('vectors that belong to another snapshot are made again', async () => {
  const { open, vectors, embedded, before, path } = await keptCatalog()
  const old = readFileSync(vectors())
  const second = await open()
  await second.register(TOOLS.slice(0, 1).map((tool) => ({ ...tool, description: 'Other words' })))
  await second.register(TOOLS.slice(0, 1))
  await second.close()
  const lose = [
    () => writeFileSync(vectors(), old),
    () => truncateSync(vectors(), 10),
    () => renameSync(vectors(), `${path}-elsewhere`),
  ]
  for (const harm of lose) {
    harm()
    const again = await open()
    expect((await again.search('thing7')).degraded).toMatchObject([{ part: 'catalog' }])
    await again.catalog?.restored()
    expect(embedded).toHaveLength(TOOLS.length)
    expect(await answersOf(again)).toEqual(before)
    await again.close()
  }
})

it('a checkpoint that ends in the middle leaves a catalog that is whole again after opening', async () => {
  const { open, before, path } = await keptCatalog()
  for (const failing of ['vectors', 'words', 'meaning']) {
    const store = await openSqliteStore({ path })
    const fail = async (name: string): Promise<void> => {
      if (name === failing) throw new RangeError('the process ends here')
    }
    const dying: CatalogStore = {
      ...store,
      saveCheckpoint: async (name, ...given) => fail(name).then(() => store.saveCheckpoint(name, ...given)),
      largeCheckpoints: store.largeCheckpoints && {
        ...store.largeCheckpoints,
        save: async (name, given) => fail(name).then(() => store.largeCheckpoints?.save(name, given)),
      },
    }
    const second = await open({ store: dying })
    await second.catalog?.restored()
    await second.register([{ name: 'passing', description: failing, inputSchema }])
    await second.unregister('passing')
    await expect(second.catalog?.checkpoint()).rejects.toThrow('the process ends here')
    await second.close()
    const third = await open()
    await third.catalog?.restored()
    expect(await answersOf(third)).toEqual(before)
    await third.close()
    const fourth = await open()
    expect(await answersOf(fourth)).toEqual(before)
    await fourth.close()
  }
})
