import { describe, expect, it } from 'vitest'
import { CATALOG } from '../fixtures/catalog.ts'
import { type CatalogOptions, catalogGateway } from '../fixtures/catalog-gateway.ts'
import { callOf, handleOf, textOf } from '../fixtures/exposure-call.ts'
import { createDeferredExposure } from './deferred/deferred-exposure.ts'
import { createDirectExposure } from './direct-exposure.ts'
import { createMetaExposure } from './meta/meta-exposure.ts'

const schema = { type: 'object', properties: {} }

describe('a direct exposure', () => {
  it('lists every tool under its export name, and the tool that reads on', async () => {
    const exposure = createDirectExposure(await catalogGateway({ tools: CATALOG }))
    expect(exposure.list('').map(({ name }) => name)).toEqual([
      'read_result',
      'github__createPullRequest',
      'github__create_issue',
      'github__delete_repository',
      'github__list_issues',
      'my_server__do_it',
      'time__convert_time',
      'time__get_current_time',
      'write_book',
    ])
    expect(exposure.followsCatalog).toBe(true)
    expect(exposure.instructions()).toBeUndefined()
  })

  it('passes definitions on, without members that promise what is not done here', async () => {
    const definition = {
      name: 'look',
      title: 'Look',
      description: 'Looks',
      inputSchema: schema,
      outputSchema: { type: 'object', properties: { seen: { type: 'string' } } },
      annotations: { readOnlyHint: true, title: 'Looks' },
      icons: [{ src: 'https://example.com/eye.png' }],
      _meta: { 'example.com/eye': 1 },
      otherMembers: { execution: { taskSupport: 'required' } },
    }
    const exposure = createDirectExposure(await catalogGateway({ tools: { eye: [definition] } }))
    const { otherMembers: _, ...served } = definition
    expect(exposure.list('')[1]).toEqual({ ...served, name: 'eye__look' })
  })

  it('calls what it lists, and nothing by any other name', async () => {
    const exposure = createDirectExposure(await catalogGateway({ tools: CATALOG }))
    expect(textOf(await exposure.call('my_server__do_it', {}, callOf()))).toBe('done')
    for (const name of ['my_server:do_it', 'do_it', 'my_server__do_itt', '']) {
      const result = await exposure.call(name, {}, callOf())
      expect([name, result.isError, result.structuredContent?.error]).toEqual([name, true, 'TOOL_NOT_FOUND'])
    }
    const missed = await exposure.call('my_server__do_itt', {}, callOf())
    expect(missed.structuredContent?.suggestions).toEqual(['my_server__do_it'])
  })

  it('what a policy hides is not listed, and not told from what does not exist', async () => {
    const gateway = await catalogGateway({
      tools: CATALOG,
      policy: ({ namespace }, { principal }) => namespace !== 'github' || principal === 'ann',
    })
    const exposure = createDirectExposure(gateway)
    const names = (principal: string) =>
      exposure.list(principal).filter(({ name }) => name.startsWith('github'))
    expect([names('ann').length, names('bob').length]).toEqual([4, 0])
    const args = { repo: 'a/b' }
    expect(
      (await exposure.call('github__list_issues', args, callOf({ principal: 'ann' }))).isError,
    ).toBeUndefined()
    const hidden = await exposure.call('github__list_issues', args, callOf({ principal: 'bob' }))
    const missing = await exposure.call('github__list_issuez', args, callOf({ principal: 'bob' }))
    expect(JSON.stringify(hidden)).toBe(JSON.stringify(missing).replaceAll('list_issuez', 'list_issues'))
  })

  it('a long result is read on by its handle', async () => {
    const exposure = createDirectExposure(await catalogGateway({ tools: CATALOG }))
    const long = await exposure.call('write_book', {}, callOf())
    const handle = handleOf(long)
    const page = await exposure.call('read_result', { handle, from: '19999', count: 1 }, callOf())
    expect(textOf(page)).toBe('word\n[lines 19999 to 20000 of 20001. Go on from 20000.]')
    const gone = await exposure.call('read_result', { handle: 'r_0' }, callOf())
    expect(gone.structuredContent?.error).toBe('RESULT_NOT_FOUND')
  })
})

describe('what a definition promises', () => {
  it('is handed on whole, however long; the text beside it is cut (LOOM-113)', async () => {
    const items = Array.from({ length: 10_000 }, (_, i) => `item ${i}`)
    const list = {
      name: 'list',
      inputSchema: schema,
      outputSchema: { type: 'object', properties: { items: { type: 'array' } }, required: ['items'] },
      execute: () => ({ items }),
    }
    const plain = { name: 'plain', inputSchema: schema, execute: () => ({ items }) }
    const gateway = await catalogGateway({ tools: { a: [list, plain] } })
    const exposure = createDirectExposure(gateway)
    const promised = await exposure.call('a__list', {}, callOf())
    expect(promised.structuredContent).toEqual({ items })
    expect(textOf(promised).length).toBeLessThan(33_000)
    expect(handleOf(promised)).not.toBe('')
    expect((await exposure.call('a__plain', {}, callOf())).structuredContent).toBeUndefined()
  })
})

it('a name leads to no tool that a policy hides meanwhile', async () => {
  let isHidden = false
  const policy: NonNullable<CatalogOptions['policy']> = ({ name }) => !(isHidden && name === 'do_it')
  const gateway = await catalogGateway({ tools: CATALOG, policy })
  const exposure = createDirectExposure(gateway)
  expect(textOf(await exposure.call('my_server__do_it', {}, callOf()))).toBe('done')
  isHidden = true
  const hidden = await exposure.call('my_server__do_it', {}, callOf())
  expect(hidden.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', suggestions: [] })
})

describe('reserved names', () => {
  it('no tool answers to a name of ours, whatever it calls itself', async () => {
    const tools = { '': [{ name: 'Read_Result', inputSchema: schema, execute: () => 'mine' }] }
    const exposure = createDirectExposure(await catalogGateway({ tools }))
    const [ours, theirs] = exposure.list('').map(({ name }) => name)
    expect([theirs, ours]).toEqual([expect.stringMatching(/^Read_Result_[0-9a-f]{8}$/), 'read_result'])
    expect(textOf(await exposure.call(String(theirs), {}, callOf()))).toBe('mine')
    expect((await exposure.call('read_result', {}, callOf())).structuredContent?.error).toBe(
      'INVALID_ARGUMENTS',
    )
    expect((await exposure.call('Read_Result', {}, callOf())).structuredContent?.error).toBe('TOOL_NOT_FOUND')
  })

  it.each([[{ resultReader: 'read result' }], [{ instruction: 'Call away.' }]])(
    '%j is refused',
    async (options) => {
      const gateway = await catalogGateway({ tools: {} })
      expect(() => createDirectExposure(gateway, options as never)).toThrow(TypeError)
    },
  )
})

describe.each([createDirectExposure, createDeferredExposure, createMetaExposure])(
  'the list of %o',
  (open) => {
    it('is the same one until the catalog, the caller or the mind of a policy changes', async () => {
      let isHidden = false
      const gateway = await catalogGateway({
        tools: CATALOG,
        policy: ({ name }) => !(isHidden && name === 'do_it'),
      })
      const exposure = open(gateway)
      const first = exposure.list('ann')
      expect(exposure.list('ann')).toBe(first)
      isHidden = true
      expect(gateway.version({ principal: 'ann' })).not.toBe(gateway.version())
      expect(exposure.list('ann').some(({ name }) => name === 'my_server__do_it')).toBe(false)
      await gateway.register([{ name: 'later', inputSchema: schema }], { namespace: 'local' })
      const second = exposure.list('ann')
      expect(JSON.stringify(second)).not.toBe(JSON.stringify(first))
      expect(exposure.list('ann')).toBe(second)
    })

    it('asks a host for its tools once for each version', async () => {
      const gateway = await catalogGateway({ tools: CATALOG })
      let asked = 0
      const list: typeof gateway.list = (options) => {
        asked += 1
        return gateway.list(options)
      }
      const exposure = open({ ...gateway, list })
      for (let i = 0; i < 3; i += 1) exposure.list('')
      expect(asked).toBe(1)
    })
  },
)
