import { estimateTokens } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { askToolbox, type ToldHit } from '../fixtures/ask-toolbox.ts'
import { CATALOG } from '../fixtures/catalog.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'

const schema = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const time = [
  { name: 'get_current_time', description: 'Get current time', inputSchema: schema('timezone') },
  { name: 'convert_time', description: 'Convert between timezones', inputSchema: schema('source', 'target') },
]
const open = async () => askToolbox(await catalogGateway({ tools: { ...CATALOG, time } }))

describe('toolbox_search_bm25 (1.6.1)', () => {
  it('finds by words of names, descriptions and arguments, with the schema (OPC-011)', async () => {
    const { ask } = await open()
    const { count, tools, usage } = await ask('toolbox_search_bm25', {
      text: 'convert between timezones',
      limit: 1,
    })
    expect([count, tools]).toEqual([
      1,
      [
        {
          name: 'time_convert_time',
          description: 'Convert between timezones',
          score: expect.any(Number),
          schema: schema('source', 'target'),
        },
      ],
    ])
    expect(usage).toContain('toolId')
  })

  it('answers with nothing when nothing matches, nothing was asked, or nothing is there (OPC-016, OPC-041)', async () => {
    const { names } = await open()
    expect(await names('toolbox_search_bm25', { text: 'xylophone' })).toEqual([])
    expect(await names('toolbox_search_bm25', { text: ' ' })).toEqual([])
    const empty = askToolbox(await catalogGateway({ tools: {} }))
    for (const [tool, args] of [
      ['toolbox_search_bm25', { text: 'time' }],
      ['toolbox_search_regex', { pattern: '.*' }],
    ] as const) {
      const { count, tools, usage, note } = await empty.ask(tool, args)
      if (tool === 'toolbox_search_bm25') expect(note).toBe('There are no tools; toolbox_status says why.')
      expect([count, tools, String(usage).includes('toolId')]).toEqual([0, [], true])
    }
  })

  it('tools that fit alike come in the order of their names, and a server may have a hyphen (OPC-010, OPC-012)', async () => {
    const alike = (name: string) => ({
      name,
      description: 'Feeds the cat',
      inputSchema: { type: 'object' },
      execute: () => 'fed',
    })
    const tools = { 'my-zoo': ['c', 'a', 'b'].map(alike), zoo: ['a'].map(alike) }
    const { names, ask } = askToolbox(await catalogGateway({ tools, remote: ['my-zoo'] }))
    const expected = ['my-zoo_a', 'my-zoo_b', 'my-zoo_c', 'zoo_a']
    expect(await names('toolbox_search_bm25', { text: 'feed cat' })).toEqual(expected)
    expect(await ask('toolbox_execute', { toolId: 'my-zoo_a' })).toMatchObject({ success: true })
  })

  it.each([
    [undefined, 5],
    [0, 0],
    [2, 2],
    [2.7, 2],
    [-3, 0],
    [1_000, 8],
    ['3', 3],
  ])('a limit of %j gives %j of all, and says how many there are', async (limit, expected) => {
    const { ask } = await open()
    const { count, total, more } = await ask('toolbox_search_regex', { pattern: '', limit })
    expect([count, total, more]).toEqual([expected, 8, expected < 8])
  })

  it('says first how well the tools fit, and shows fewer when it is sure', async () => {
    const { ask } = await open()
    const sure = await ask('toolbox_search_bm25', { text: 'create a github issue' })
    expect(sure).toMatchObject({ verdict: 'strong', note: 'The first very likely fits.' })
    expect(sure.text).toMatch(/^\{"note":/)
    expect(sure.count).toBeLessThanOrEqual(3)
    expect(await ask('toolbox_search_bm25', { text: 'xylophone' })).toMatchObject({
      note: 'No tool matches. Search once more in other words, or tell the user.',
    })
  })

  it('a missing description is empty, and a property that is true does no harm (OPC-008)', async () => {
    const tools = {
      'my-server': [{ name: 'odd', inputSchema: { type: 'object', properties: { any: true } } }],
    }
    const { hits } = askToolbox(await catalogGateway({ tools }))
    const [hit] = await hits('toolbox_search_regex', { pattern: 'odd' })
    expect(hit).toMatchObject({
      name: 'my-server_odd',
      description: '',
      schema: { properties: { any: true } },
    })
  })

  it('tells schemas while they fit in the budget, and signatures of the others', async () => {
    const wide = schema(...Array.from({ length: 30 }, (_, i) => `parameter_${i}`))
    const tools = { big: Array.from({ length: 20 }, (_, i) => ({ name: `make_${i}`, inputSchema: wide })) }
    const { ask } = askToolbox(await catalogGateway({ tools }))
    const { text, tools: told, total } = await ask('toolbox_search_bm25', { text: 'make', limit: 20 })
    expect(estimateTokens(text)).toBeLessThanOrEqual(4_000)
    expect(total).toBe(20)
    const [first, ...others] = told as readonly ToldHit[]
    expect(first?.schema).toEqual(wide)
    expect(others.at(-1)).toMatchObject({ schema: null, signature: expect.stringContaining('parameter_0') })
  })
})

describe('toolbox_search_regex (1.6.2; OPC-020, OPC-022)', () => {
  it.each([
    ['^time_', ['time_convert_time', 'time_get_current_time']],
    ['current', ['time_get_current_time']],
    ['convert|issue', ['github_create_issue', 'github_list_issues', 'time_convert_time']],
    ['CURRENT', []],
    ['(?i)CURRENT', ['time_get_current_time']],
    ['time$', ['time_convert_time', 'time_get_current_time']],
    ['nothing', []],
    ['(?P<x>convert)', ['time_convert_time']],
  ])('%s finds %j', async (pattern, expected) => {
    const { hits } = await open()
    const found = await hits('toolbox_search_regex', { pattern })
    expect(found.map(({ name }) => name)).toEqual(expected)
    expect(found.every(({ score }) => score === 1)).toBe(true)
  })

  it('looks at names alone unless asked otherwise (5.2 line 8)', async () => {
    const { names } = await open()
    expect(await names('toolbox_search_regex', { pattern: '(?i)^iana|labelcount|for good' })).toEqual([])
    expect(await names('toolbox_search_regex', { pattern: 'labelCount|for good', in: 'all' })).toEqual([
      'github_delete_repository',
      'github_create_issue',
    ])
  })

  it('refuses what is too long or cannot be read, with the codes of old (OPC-021)', async () => {
    const { ask } = await open()
    const long = await ask('toolbox_search_regex', { pattern: 'x'.repeat(201) })
    expect(long).toMatchObject({
      success: false,
      error: { code: 'pattern_too_long', message: 'Pattern exceeds maximum length of 200 characters' },
    })
    expect(long.result.isError).toBe(true)
    for (const pattern of ['(', '(?=x)', '(a)\\1']) {
      expect(await ask('toolbox_search_regex', { pattern })).toMatchObject({
        error: { code: 'invalid_pattern' },
      })
    }
    expect(await ask('toolbox_search_regex', { pattern: '', limit: 100 })).toMatchObject({ count: 8 })
  })

  it('a pattern that is meant to hang ends (1.5.4)', async () => {
    const tools = { x: [{ name: 't', description: `${'a'.repeat(28)}!`, inputSchema: { type: 'object' } }] }
    const { names } = askToolbox(await catalogGateway({ tools }))
    expect(await names('toolbox_search_regex', { pattern: '^(a+)+$', in: 'all' })).toEqual([])
  })
})
