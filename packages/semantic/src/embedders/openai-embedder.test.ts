import type { Embedder } from '@toolscout/model'
import { embedderObligations } from '@toolscout/testkit'
import { createManualClock } from '@toolscout/testkit/internal'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  answerOf,
  type EmbeddingServer,
  hang,
  json,
  startEmbeddingServer,
} from '../fixtures/embedding-server.ts'
import { wordVector } from '../fixtures/word-vectors.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts'

const KEY = 'sk-test-4711-secret'
const clock = createManualClock()
let server: EmbeddingServer
beforeAll(async () => {
  server = await startEmbeddingServer()
})
afterEach(async () => {
  expect(clock.waits()).toEqual([])
})
afterAll(() => server.close())

const create = (options: Partial<OpenAiEmbedderOptions> = {}): Embedder =>
  createOpenAiEmbedder({
    baseUrl: server.baseUrl,
    apiKey: KEY,
    model: 'words',
    dimensions: 8,
    clock,
    random: () => 0.5,
    ...options,
  })
const embed = (
  embedder: Embedder,
  texts: readonly string[] = ['a', 'b', 'c'],
): Promise<readonly Float32Array[]> => embedder.embed(texts, { purpose: 'document' })
const failure = (details: object): unknown =>
  expect.objectContaining({ code: 'EMBEDDER_FAILED', details: expect.objectContaining(details) })

describe('as an embedder', () => {
  it.each(embedderObligations())('$name', ({ check }) => check(() => create()))
})

describe('what it sends', () => {
  it('is what the API of OpenAI takes', async () => {
    await embed(create({ shorten: true }), ['one', ''])
    const { path, headers, body } = server.seen.at(-1) as (typeof server.seen)[number]
    expect(path).toBe('/v1/embeddings')
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(body).toEqual({ model: 'words', input: ['one', '.'], encoding_format: 'float', dimensions: 8 })
  })

  it('keeps the query of an address and headers of one’s own, as Azure needs', async () => {
    const baseUrl = `${server.baseUrl}/deployments/words/?api-version=2024-10-21`
    await embed(create({ baseUrl, apiKey: undefined, headers: { 'api-key': KEY } }))
    const { path, headers } = server.seen.at(-1) as (typeof server.seen)[number]
    expect(path).toBe('/v1/deployments/words/embeddings?api-version=2024-10-21')
    expect([headers['api-key'], headers.authorization]).toEqual([KEY, undefined])
  })

  it('has the prefix of its purpose, and another name of the model then', async () => {
    const embedder = create({ queryPrefix: 'query: ', documentPrefix: 'passage: ' })
    await embedder.embed(['x'], { purpose: 'query' })
    await embedder.embed(['x'], { purpose: 'document' })
    expect(server.seen.slice(-2).map(({ body }) => body.input)).toEqual([['query: x'], ['passage: x']])
    expect(embedder.model).not.toBe(create().model)
    expect(embedder.model).not.toBe(create({ queryPrefix: 'query: ' }).model)
  })

  it('is never more than one batch', async () => {
    await expect(embed(create({ maxBatch: 2 }))).rejects.toThrow(RangeError)
  })
})

describe('a server that is busy', () => {
  it('is asked again after as many seconds as it wants', async () => {
    server.next(json('slow down', 429, { 'retry-after': '7' }), json('', 503))
    const vectors = embed(create())
    await clock.waitFor(7_000)
    await clock.advance(7_000)
    // Without a Retry-After of the server: a second, three quarters of it by this chance.
    await clock.waitFor(750)
    await clock.advance(750)
    expect(await vectors).toHaveLength(3)
  })

  it('is asked again at the date it names', async () => {
    const date = new Date(clock.now() + 12_000).toUTCString()
    server.next(json('slow down', 429, { 'retry-after': date, date: new Date(clock.now()).toUTCString() }))
    const vectors = embed(create())
    const ms = await clock.waitFor(11_000, 12_000)
    await clock.advance(ms)
    expect(await vectors).toHaveLength(3)
  })

  it('is not waited for beyond the deadline; the caller is told how long', async () => {
    server.next(json('later', 429, { 'retry-after': '60' }))
    const before = server.seen.length
    await expect(embed(create())).rejects.toEqual(
      failure({ reason: 'status', status: 429, retryAfterMs: 60_000 }),
    )
    expect(server.seen.length).toBe(before + 1)
  })

  it('is given up after so many attempts', async () => {
    server.next(...Array.from({ length: 3 }, () => json('', 500)))
    const before = server.seen.length
    const vectors = expect(embed(create({ maxRetries: 2 }))).rejects.toEqual(failure({ status: 500 }))
    for (const ms of [375, 750]) {
      await clock.waitFor(ms)
      await clock.advance(ms)
    }
    await vectors
    expect(server.seen.length).toBe(before + 3)
  })

  it('is asked again when the connection breaks', async () => {
    server.next((_request, response) => void response.destroy())
    const vectors = embed(create())
    await clock.waitFor(375)
    await clock.advance(375)
    expect(await vectors).toHaveLength(3)
  })
})

describe('an answer', () => {
  it('is put in the order of the texts', async () => {
    server.next((request, response) =>
      json({ data: answerOf(request.body.input).data.reverse() })(request, response),
    )
    expect(await embed(create())).toEqual(['a', 'b', 'c'].map((text) => wordVector(text, 8)))
  })

  it('may be of any length other than none', async () => {
    server.next(
      json({
        data: [
          [2, 0],
          [1e300, 0],
          [0, -1e-300],
        ].map((embedding, index) => ({ index, embedding })),
      }),
    )
    const vectors = await embed(create({ dimensions: 2 }))
    expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(1, 0), Float32Array.of(0, -1)])
  })

  const entry = (index: unknown, embedding: unknown): object => ({ index, embedding })
  const good = [...wordVector('x', 8)]
  it.each([
    ['no JSON', '<html>'],
    ['no list', { data: 'none' }],
    ['null', null],
    ['fewer vectors', { data: [entry(0, good), entry(1, good)] }],
    ['one text twice', { data: [entry(0, good), entry(0, good), entry(1, good)] }],
    ['an index of no text', { data: [entry(0, good), entry(1, good), entry(3, good)] }],
    ['another size', { data: [0, 1, 2].map((i) => entry(i, [1, 2])) }],
    ['zeros', { data: [0, 1, 2].map((i) => entry(i, Array(8).fill(0))) }],
    ['no numbers', { data: [0, 1, 2].map((i) => entry(i, Array(8).fill(null))) }],
    ['texts', { data: [0, 1, 2].map((i) => entry(i, 'AACAPw==')) }],
  ])('with %s is refused and not asked for again', async (_name, answer) => {
    server.next(json(answer))
    const before = server.seen.length
    await expect(embed(create())).rejects.toEqual(failure({ reason: 'invalid_answer' }))
    expect(server.seen.length).toBe(before + 1)
  })

  it('is read up to its bound and no further', async () => {
    server.next((_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const embedder = create()
    await expect(embed(embedder)).rejects.toEqual(failure({ reason: 'invalid_answer' }))
  })
})

describe('what a message holds', () => {
  it('is never a key, whoever repeats it', async () => {
    const secrets = { 'x-token': 'Token abcd-efgh' }
    const page = `Incorrect API key provided: ${KEY}, token abcd-efgh, 2031-secret`
    server.next(json(page, 401))
    const error: unknown = await embed(
      create({ headers: secrets, baseUrl: `${server.baseUrl}?key=2031-secret` }),
    ).catch((thrown: unknown) => thrown)
    expect(error).toEqual(failure({ reason: 'status', status: 401 }))
    const { message } = error as Error
    expect(message).toContain('Incorrect API key provided: [redacted]')
    for (const secret of [KEY, 'abcd-efgh', '2031-secret'])
      expect(JSON.stringify(error) + message).not.toContain(secret)
  })

  it('names the server that cannot be reached', async () => {
    const closed = await startEmbeddingServer()
    await closed.close()
    const embedder = create({ baseUrl: closed.baseUrl, maxRetries: 0 })
    await expect(embed(embedder)).rejects.toEqual(failure({ reason: 'network' }))
    await expect(embed(embedder)).rejects.toThrow(new URL(closed.baseUrl).origin)
  })

  it('tells of a redirect, which is not followed', async () => {
    server.next(json('', 307, { location: `${server.baseUrl}/elsewhere` }))
    const before = server.seen.length
    await expect(embed(create({ maxRetries: 0 }))).rejects.toEqual(failure({ reason: 'status', status: 307 }))
    expect(server.seen.length).toBe(before + 1)
  })
})

describe('waiting', () => {
  it('ends at the deadline, all attempts together', async () => {
    server.next(json('', 503), hang)
    const vectors = expect(embed(create({ timeoutMs: 5_000 }))).rejects.toEqual(
      failure({ reason: 'timeout' }),
    )
    await clock.waitFor(375)
    await clock.advance(375)
    await clock.waitFor(4_625)
    await clock.advance(4_625)
    await vectors
  })

  it('ends when the caller wants it to, and the server notices', async () => {
    const noticed = new Promise<void>((resolve) => {
      server.next((_request, response) => {
        response.on('close', () => resolve())
        stop.abort('enough')
      })
    })
    const stop = new AbortController()
    await expect(create().embed(['x'], { purpose: 'query', signal: stop.signal })).rejects.toBe('enough')
    await noticed
  })
})

it('refuses options outside their range, without showing what may be a key', () => {
  const wrong: [Partial<OpenAiEmbedderOptions>, typeof RangeError | typeof TypeError][] = [
    [{ timeoutMs: 0 }, RangeError],
    [{ maxRetries: -1 }, RangeError],
    [{ maxRetries: 21 }, RangeError],
    [{ dimensions: 0 }, RangeError],
    [{ maxBatch: 0 }, RangeError],
    [{ model: '' }, TypeError],
    [{ baseUrl: KEY }, TypeError],
    [{ baseUrl: 'ftp://host' }, TypeError],
    [{ baseUrl: `https://user:${KEY}@host` }, TypeError],
    [{ key: KEY } as Partial<OpenAiEmbedderOptions>, TypeError],
  ]
  for (const [options, kind] of wrong) {
    expect(() => create(options)).toThrow(kind)
    expect(() => create(options)).not.toThrow(KEY)
  }
})
