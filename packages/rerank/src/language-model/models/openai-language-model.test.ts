import { languageModelObligations } from '@toolscout/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, type ChatReaction, type ChatServer, says, startChatServer } from '../fixtures/chat-server.ts'
import { createOpenAiLanguageModel, type OpenAiLanguageModelOptions } from './openai-language-model.ts'

const servers: ChatServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
const start = async (...reactions: readonly ChatReaction[]): Promise<ChatServer> => {
  const server = await startChatServer(...reactions)
  servers.push(server)
  return server
}
const KEY = 'sk-sec/ret+key"1234567890'
const modelAt = (
  { baseUrl }: ChatServer,
  options: Partial<OpenAiLanguageModelOptions> = {},
): ReturnType<typeof createOpenAiLanguageModel> =>
  createOpenAiLanguageModel({ baseUrl, model: 'small', apiKey: KEY, ...options })
const request = { system: 'Do it.', prompt: '{"query": "x"}' }
const failure = async (
  work: Promise<unknown>,
): Promise<Error & { readonly details: Record<string, unknown> }> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'LANGUAGE_MODEL_FAILED' })
  return error as never
}

describe('a model behind an OpenAI-compatible API', () => {
  it.each([...languageModelObligations()])('$name', async ({ check }) => {
    const server = await start(says('["speech"]', { prompt_tokens: 3, completion_tokens: 2 }))
    await check(() => modelAt(server))
  })

  it('is asked in one request of two messages', async () => {
    const server = await start(says('["speech"]', { prompt_tokens: 30, completion_tokens: 4 }))
    const parameters = { temperature: 0, model: 'another' }
    const model = modelAt(server, { parameters, headers: { 'x-team': 'tools' } })
    expect(await model.complete(request)).toEqual({
      text: '["speech"]',
      usage: { inputTokens: 30, outputTokens: 4 },
    })
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}`, 'x-team': 'tools' },
      body: {
        model: 'small',
        temperature: 0,
        messages: [
          { role: 'system', content: 'Do it.' },
          { role: 'user', content: '{"query": "x"}' },
        ],
      },
    })
    expect(model.name).toMatch(/^small at 127\.0\.0\.1:\d+$/)
  })

  it('keeps the query of its URL, as Azure needs it, and sends no key it was not given', async () => {
    const server = await start(says('x'))
    const baseUrl = `${server.baseUrl}/?api-version=2026-01-01`
    await modelAt(server, { baseUrl, apiKey: undefined, headers: { 'api-key': 'k' } }).complete(request)
    expect(server.requests[0]?.path).toBe('/v1/chat/completions?api-version=2026-01-01')
    expect(server.requests[0]?.headers).toMatchObject({ 'api-key': 'k' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    [[{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }], 'ab'],
    [null, ''],
    [undefined, ''],
  ])('reads the content %j', async (content, text) => {
    expect(await modelAt(await start(says(content, { prompt_tokens: -3 }))).complete(request)).toEqual({
      text,
    })
  })
})

describe('a server that is busy', () => {
  it.each([429, 503])('with %i is asked again, after what it asks for', async (status) => {
    const server = await start(
      answer(status, 'busy', { 'retry-after': '0' }),
      answer(status, 'busy'),
      says('a'),
    )
    expect((await modelAt(server).complete(request)).text).toBe('a')
    expect(server.requests).toHaveLength(3)
  })

  it('is not asked for ever, nor when it wants to wait longer than there is time', async () => {
    const busy = await start(answer(429, { error: { message: 'slow down' } }))
    const error = await failure(modelAt(busy, { maxRetries: 1 }).complete(request))
    expect(error.message).toContain('refused with 429: slow down')
    expect(error.details).toMatchObject({ reason: 'status', status: 429 })
    expect(busy.requests).toHaveLength(2)
    const closed = await start(answer(503, 'closed', { 'retry-after': '3600' }))
    expect((await failure(modelAt(closed).complete(request))).details).toMatchObject({ status: 503 })
    expect(closed.requests).toHaveLength(1)
  })

  it.each([401, 403, 500, 502])('is not asked again after %i', async (status) => {
    const server = await start(answer(status, { error: 'no' }))
    expect((await failure(modelAt(server).complete(request))).details).toMatchObject({ status })
    expect(server.requests).toHaveLength(1)
  })
})

describe('a server that misbehaves', () => {
  it.each(['', 'no JSON', '[]', '{}', '{"choices": []}', '{"choices": [{"message": {"content": 3}}]}'])(
    'and answers %j is told of',
    async (body) => {
      expect((await failure(modelAt(await start(answer(200, body))).complete(request))).details.reason).toBe(
        'reply',
      )
    },
  )

  it('and answers without end is cut off', async () => {
    const server = await start((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536, 'x')
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', pour)
      pour()
    })
    const error = await failure(modelAt(server).complete(request))
    expect(error.details.reason).toBe('size')
    expect(error.message).toContain('more than 1048576 bytes')
  })

  it('and hangs, before or in the middle of its answer, is given up', async () => {
    const hangs: ChatReaction = () => {}
    const stalls: ChatReaction = (response) => void response.writeHead(200).write('{"choices": [')
    for (const reaction of [hangs, stalls]) {
      const error = await failure(modelAt(await start(reaction), { timeoutMs: 50 }).complete(request))
      expect([error.details.reason, error.message]).toEqual([
        'timeout',
        expect.stringContaining('within 50 ms'),
      ])
    }
  })

  it('and hangs up, or is not there, is told of', async () => {
    const server = await start((response) => void response.writeHead(200).write('{'), says('x'))
    const breaks = await start((response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{', () => response.destroy())
    })
    expect((await failure(modelAt(breaks).complete(request))).details.reason).toBe('network')
    await server.close()
    const gone = await failure(modelAt(server).complete(request))
    expect([gone.details.reason, gone.message]).toEqual([
      'network',
      expect.stringContaining('was not reached'),
    ])
  })

  it('and redirects is not followed', async () => {
    const other = await start(says('x'))
    const server = await start(answer(307, '', { location: `${other.baseUrl}/chat/completions` }))
    expect((await failure(modelAt(server).complete(request))).message).toContain('Redirects are not followed')
    expect(other.requests).toEqual([])
  })

  it.each([
    ['in its error', (said: string) => ({ error: { message: said } })],
    ['in an error without end', (said: string) => ({ error: { message: `${said}${'!'.repeat(5_000)}` } })],
    ['in a page', (said: string) => `<p>${said}</p>`],
    ['where the message is cut', (said: string) => ({ error: `${'!'.repeat(275)}${said}` })],
    ['again and again', (said: string) => ({ error: `${' '.repeat(2_000)}${`${said} `.repeat(30)}` })],
    ['where reading ends', (said: string) => ({ error: `${'!'.repeat(2_390)}${said}` })],
  ])('and repeats the key %s, gets it shown nowhere', async (_where, page) => {
    const spellings = [`Bearer ${KEY}`, KEY, encodeURIComponent(KEY), JSON.stringify(KEY), 'team-secret']
    for (const spelling of spellings) {
      const server = await start(answer(401, page(`Incorrect: ${spelling} \u001b[31m\u202e.`)))
      const error = await failure(modelAt(server, { headers: { 'x-team': 'team-secret' } }).complete(request))
      const shown = `${error.message} ${error.stack} ${JSON.stringify(error.details)} ${String(error.cause)}`
      for (const piece of ['sk-sec', '1234567890', 'team-sec', '\u001b', '\u202e'])
        expect(shown).not.toContain(piece)
      expect(error.message.length).toBeLessThan(500)
    }
  })
})

it('an abort ends a wait between two attempts as well', async () => {
  const controller = new AbortController()
  const reason = new RangeError('enough')
  const server = await start((response, asked) => {
    answer(429, '', { 'retry-after': '20' })(response, asked)
    response.on('close', () => controller.abort(reason))
  })
  await expect(modelAt(server).complete({ ...request, signal: controller.signal })).rejects.toBe(reason)
})
