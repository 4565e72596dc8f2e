import { describe, expect, it } from 'vitest'
import { askToolbox } from '../fixtures/ask-toolbox.ts'
import { CATALOG } from '../fixtures/catalog.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'

const open = async () => askToolbox(await catalogGateway({ tools: CATALOG, remote: ['github', 'my_server'] }))
const said = (text: string) => ({ content: [{ type: 'text', text }] })
const tool = (name: string) => ({ name, inputSchema: { type: 'object' }, execute: () => name })

describe('toolbox_execute (1.6.3)', () => {
  it.each([
    { toolId: 'my_server_do_it' },
    { name: 'my_server_do_it' },
    { toolId: 'my_server_do_it', arguments: '' },
    { toolId: 'my_server_do_it', arguments: '{}' },
    { toolId: 'my_server_do_it', arguments: {} },
    { toolId: 'my_server:do_it' },
    { toolId: 'my_server__do_it' },
    { toolId: 'mcp__my_server__do_it' },
    { toolId: 'my_server/do_it' },
  ])('%j runs the tool', async (args) => {
    const { ask } = await open()
    expect(await ask('toolbox_execute', args)).toMatchObject({ success: true, answer: said('done') })
  })

  it('arguments are taken as an object and as JSON text', async () => {
    const { ask } = await open()
    const args = { repo: 'a/b', title: 't' }
    for (const given of [args, JSON.stringify(args)]) {
      const { answer } = await ask('toolbox_execute', { toolId: 'github_create_issue', arguments: given })
      expect(answer).toMatchObject({ structuredContent: { created: args } })
    }
  })

  it('every name a search gives runs, a bare one that one tool has, and no other (5.2 lines 1 and 2)', async () => {
    const { ask, names } = await open()
    const all = await names('toolbox_search_regex', { pattern: '', limit: 100 })
    expect(all).toHaveLength(8)
    for (const toolId of all) {
      expect((await ask('toolbox_execute', { toolId })).code, toolId).not.toBe('TOOL_NOT_FOUND')
    }
    for (const toolId of ['my_server_do_itt', 'my_server_do', 'server_do_it', 'do_i', 'MY_SERVER_DO_IT']) {
      expect((await ask('toolbox_execute', { toolId })).success, toolId).toBe(false)
    }
    expect((await ask('toolbox_execute', { toolId: 'do_it' })).success).toBe(true)
  })

  it('names the nearest tools in the place of one there is not (OPC-042)', async () => {
    const { ask } = await open()
    const missing = await ask('toolbox_execute', { toolId: 'github_create_isue', arguments: 'no JSON' })
    expect(missing.error).toMatch(/^Tool not found: github_create_isue\. Did you mean github_create_issue/)
    expect(missing.suggestions).toContain('github_create_issue')
    const bare = await ask('toolbox_execute', { toolId: 'nonsense' })
    expect(bare.error).toMatch(
      /^Invalid toolId format: nonsense\. Expected format: \{serverName\}_\{toolName\}/,
    )
    expect(await ask('toolbox_execute', { toolId: 'no_such' })).toMatchObject({
      error: 'Tool not found: no_such.',
    })
  })

  it('arguments that are no JSON are refused before anything runs', async () => {
    const { ask } = await open()
    const { error, success } = await ask('toolbox_execute', { toolId: 'my_server_do_it', arguments: '{' })
    expect([success, error]).toEqual([false, expect.stringMatching(/^Failed to parse arguments as JSON: ./)])
    const wrong = await ask('toolbox_execute', { toolId: 'github_list_issues', arguments: '[1]' })
    expect([wrong.success, wrong.error]).toEqual([false, expect.stringContaining('an object is needed')])
  })

  it('a tool that fails has failed, with its server, and counts as that (1.13 line 5)', async () => {
    const { ask } = await open()
    const failed = await ask('toolbox_execute', { toolId: 'github_createPullRequest' })
    expect(failed).toMatchObject({
      success: false,
      error: 'Tool execution failed: the branch has no commits',
      server: { name: 'github', status: 'connected', type: 'remote', error: null },
      answer: { isError: true, ...said('the branch has no commits') },
    })
    expect(failed.result.isError).toBe(true)
    await ask('toolbox_execute', { toolId: 'my_server_do_it' })
    await ask('toolbox_execute', { toolId: 'no_such_tool' })
    const { plugin } = await ask('toolbox_status')
    expect(plugin).toMatchObject({ executions: 2, successRate: '50%' })
  })

  it('a result that is too long says how it is read on, and is', async () => {
    const { ask } = await open()
    const { rest, success } = await ask('toolbox_execute', { toolId: 'write_book' })
    const handle = /"handle":"(r_[0-9a-f]+)"/.exec(String(rest))?.[1]
    const page = await ask('toolbox_execute', {
      toolId: 'read_result',
      arguments: { handle, from: 19_999 },
    })
    expect([success, page.answer]).toEqual([
      true,
      said('word\n\n[lines 19999 to 20001 of 20001. This is the end.]'),
    ])
    for (const wrong of [{ handle: 'r_none' }, {}, '{'])
      expect(await ask('toolbox_execute', { toolId: 'read_result', arguments: wrong })).toMatchObject({
        success: false,
      })
  })

  it('pictures stand behind the JSON as pictures, data stays (5.2 line 12)', async () => {
    const { ask } = await open()
    const { answer, result } = await ask('toolbox_execute', {
      toolId: 'github_list_issues',
      arguments: { repo: 'a' },
    })
    expect(answer).toMatchObject({
      content: [{ type: 'image', mimeType: 'image/png', attached: 1 }],
      structuredContent: { n: 1 },
    })
    expect(result.content.slice(1)).toEqual([{ type: 'image', data: 'aGk=', mimeType: 'image/png' }])
  })
})

it('a tool that a policy hides meanwhile is neither run nor found by its name', async () => {
  let isHidden = false
  const gateway = await catalogGateway({
    tools: CATALOG,
    policy: ({ name }) => !(isHidden && name === 'do_it'),
  })
  const { ask, names } = askToolbox(gateway)
  expect(await ask('toolbox_execute', { toolId: 'my_server_do_it' })).toMatchObject({ success: true })
  isHidden = true
  const hidden = await ask('toolbox_execute', { toolId: 'my_server_do_it' })
  expect(hidden).toMatchObject({ success: false })
  expect(hidden.suggestions).not.toContain('my_server_do_it')
  expect(await names('toolbox_search_regex', { pattern: 'do_it' })).toEqual([])
  isHidden = false
  expect(await names('toolbox_search_bm25', { text: 'do it' })).toContain('my_server_do_it')
})

describe('names that are the same (1.4.1, 5.2 line 1)', () => {
  it('are told apart, reported, and each runs its own tool', async () => {
    const gateway = await catalogGateway({ tools: { a: [tool('b_c')], a_b: [tool('c')], x: [tool('y')] } })
    const { ask, names } = askToolbox(gateway)
    const [first, second, plain] = await names('toolbox_search_regex', { pattern: '' })
    expect([first, second].every((name) => /^a_b_c_[0-9a-f]{8}$/.test(String(name)))).toBe(true)
    expect(plain).toBe('x_y')
    const ran = await Promise.all([first, second].map((toolId) => ask('toolbox_execute', { toolId })))
    expect(ran.map(({ answer }) => answer).sort()).toEqual(expect.arrayContaining([said('b_c'), said('c')]))
    const both = await ask('toolbox_execute', { toolId: 'a_b_c' })
    expect(both.error).toMatch(/^Several tools are called a_b_c: use one of a_b_c_[0-9a-f]{8}, a_b_c_/)
    const { tools } = await ask('toolbox_status')
    expect(tools).toMatchObject({
      collisions: [{ name: 'a_b_c', tools: expect.arrayContaining([first, second]) }],
    })
  })

  it('do not depend on the order in which tools came', async () => {
    const names = async (tools: Record<string, ReturnType<typeof tool>[]>) =>
      askToolbox(await catalogGateway({ tools })).names('toolbox_search_regex', { pattern: '' })
    expect(await names({ a: [tool('b_c')], a_b: [tool('c')] })).toEqual(
      await names({ a_b: [tool('c')], a: [tool('b_c')] }),
    )
  })
})
