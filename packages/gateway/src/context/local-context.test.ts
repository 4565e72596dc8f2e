import { expect, it } from 'vitest'
import type { ContextAsk, ContextChange } from './context-source.ts'
import { createLocalContext } from './local-context.ts'

const ASK: ContextAsk = { principal: 'ann', signal: new AbortController().signal }

const context = createLocalContext({
  resources: [
    {
      uri: 'app://state',
      name: 'State',
      mimeType: 'text/plain',
      read: async ({ principal }) => `of ${principal}`,
    },
    { uri: 'app://logo', name: 'Logo', read: async () => ({ blob: 'AAAA', mimeType: 'image/png' }) },
    { uri: 'app://many', name: 'Many', read: async () => [{ uri: 'app://many/1', text: 'one' }] },
  ],
  templates: [
    {
      uriTemplate: 'app://notes/{id}',
      name: 'Notes',
      mimeType: 'text/markdown',
      read: async ({ id }, { uri }) => (id === '0' ? undefined : `${String(id)} at ${uri}`),
      complete: { id: async (value) => Array.from({ length: 120 }, (_, i) => `${value}${i}`) },
    },
  ],
  prompts: [
    { name: 'hello', description: 'Greets.', get: async () => 'Say hello.' },
    {
      name: 'translate',
      arguments: [
        { name: 'to', required: true, complete: async (value, known) => [`${value}!`, String(known.from)] },
        { name: 'from' },
      ],
      get: async ({ to, from }) => [{ role: 'user', content: { type: 'text', text: `${from} to ${to}` } }],
    },
  ],
})

it('lists what it has, without its functions', async () => {
  expect((await context.listResources(ASK)).items[0]).toEqual({
    uri: 'app://state',
    name: 'State',
    mimeType: 'text/plain',
  })
  expect((await context.listResourceTemplates(ASK)).items).toEqual([
    { uriTemplate: 'app://notes/{id}', name: 'Notes', mimeType: 'text/markdown' },
  ])
  expect((await context.listPrompts(ASK)).items).toEqual([
    { name: 'hello', description: 'Greets.' },
    { name: 'translate', arguments: [{ name: 'to', required: true }, { name: 'from' }] },
  ])
})

it('reads texts, bytes and contents, on behalf of whoever asks', async () => {
  const read = async (uri: string) => context.readResource(uri, ASK)
  expect(await read('app://state')).toEqual({
    contents: [{ uri: 'app://state', mimeType: 'text/plain', text: 'of ann' }],
  })
  expect(await read('app://logo')).toEqual({
    contents: [{ uri: 'app://logo', mimeType: 'image/png', blob: 'AAAA' }],
  })
  expect(await read('app://many')).toEqual({ contents: [{ uri: 'app://many/1', text: 'one' }] })
  expect(await read('app://notes/7')).toEqual({
    contents: [{ uri: 'app://notes/7', mimeType: 'text/markdown', text: '7 at app://notes/7' }],
  })
  expect([await read('app://notes/0'), await read('app://nothing')]).toEqual([undefined, undefined])
})

it('gives prompts, and asks for what they need', async () => {
  expect(await context.getPrompt('hello', {}, ASK)).toEqual({
    description: 'Greets.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
  })
  expect(await context.getPrompt('translate', { to: 'de', from: 'en', n: 1 }, ASK)).toMatchObject({
    messages: [{ content: { text: 'en to de' } }],
  })
  expect(await context.getPrompt('nothing', {}, ASK)).toBeUndefined()
  await expect(context.getPrompt('translate', { from: 'en' }, ASK)).rejects.toMatchObject({
    code: 'REQUEST_REFUSED',
    details: { rpcCode: -32602 },
  })
})

it('suggests values, a hundred at most', async () => {
  const complete = async (ref: object, name: string, more: object = {}) =>
    context.complete({ ref: { ...ref }, argument: { name, value: 'x' }, ...more } as never, ASK)
  const prompt = { type: 'ref/prompt', name: 'translate' }

  expect(await complete(prompt, 'to', { context: { arguments: { from: 'en' } } })).toEqual({
    completion: { values: ['x!', 'en'], total: 2, hasMore: false },
  })
  expect(await complete(prompt, 'from')).toMatchObject({ completion: { values: [] } })
  expect(await complete({ type: 'ref/prompt', name: 'nothing' }, 'to')).toBeUndefined()
  const many = await complete({ type: 'ref/resource', uri: 'app://notes/{id}' }, 'id')
  expect(many).toMatchObject({ completion: { total: 120, hasMore: true } })
  expect((many as { completion: { values: [] } }).completion.values).toHaveLength(100)
})

it('tells of changes, to nobody else after one stops or throws', async () => {
  const heard: ContextChange[] = []
  const stop = context.onChange((change) => heard.push(change))
  expect(await context.subscribe('app://nothing', ASK)).toBeUndefined()
  expect(await context.subscribe('app://notes/7', ASK)).toBeTypeOf('function')

  context.updated('app://state')
  stop()
  context.updated('app://state')

  expect(heard).toEqual([{ type: 'resourceUpdated', uri: 'app://state' }])
})

it('refuses what is there twice, and what nobody reads', () => {
  const read = async (): Promise<string> => ''
  const resource = { uri: 'a://b', name: 'a', read }
  expect(() => createLocalContext({ resources: [resource, resource] })).toThrow('"a://b" is there twice')
  expect(() => createLocalContext({ resorces: [] } as never)).toThrow('resources')
  expect(() => createLocalContext({ templates: [{ uriTemplate: '{a}{b}', name: 'a', read }] })).toThrow(
    TypeError,
  )
})
