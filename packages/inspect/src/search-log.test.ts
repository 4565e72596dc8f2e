import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetaExposure } from '@toolscout/gateway'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SearchLogView } from './api/search-log-view.ts'
import { openGateway, openInspected, TOOLS } from './fixtures/inspected.ts'

async function inspectTools(options: { readonly questionsFile?: string } = {}) {
  const gateway = openGateway()
  await gateway.register(TOOLS)
  const inspected = await openInspected({ gateway, ...options })
  const meta = createMetaExposure(gateway)
  /** Calls a meta-tool, as an agent does. */
  const call = (name: string, args: object) =>
    meta.call(name, args, { principal: '', signal: new AbortController().signal })
  return { gateway, call, log: () => inspected.ask<SearchLogView>('/api/searches'), ...inspected }
}

describe('what agents asked', () => {
  it('is the query with its verdict, the tools called and what came of them', async () => {
    const { call, log } = await inspectTools()
    await call('search_tools', { query: 'list the issues of a repository' })
    await call('call_tool', { name: 'list_issues', arguments: { repo: 'a/b' } })
    await call('search_tools', { query: 'read a file from the disk' })
    await call('call_tool', { name: 'read_file', arguments: {} })
    await call('search_tools', { query: 'zebra quantum soup' })
    const { searches, unsearchedCalls } = await log()

    expect(searches.map(({ query }) => query)).toEqual([
      'zebra quantum soup',
      'read a file from the disk',
      'list the issues of a repository',
    ])
    expect(searches.map(({ calls }) => calls)).toEqual([
      [],
      [{ tool: 'read_file', isError: true }],
      [{ tool: 'list_issues', isError: false }],
    ])
    expect(searches[0]?.verdict ?? 'none').toBe('none')
    expect(searches[2]).toMatchObject({ verdict: 'strong', times: 1 })
    expect(unsearchedCalls).toBe(0)
  })

  it('counts a query in a row once, and calls without a search apart', async () => {
    const { call, log } = await inspectTools()
    await call('call_tool', { name: 'list_issues', arguments: {} })
    await call('call_tool', { name: 'nothing_of_that_name', arguments: {} })
    for (let i = 0; i < 3; i += 1) await call('search_tools', { query: 'issues' })

    expect(await log()).toMatchObject({ searches: [{ query: 'issues', times: 3 }], unsearchedCalls: 2 })
  })

  it('is not what the page itself asks and tries, nor of another principal', async () => {
    const { ask, act, gateway, log } = await inspectTools()
    await ask('/api/search?q=issues')
    await ask('/api/explanation?q=issues&id=list_issues')
    await act('/api/call', { id: 'list_issues', arguments: {} })
    await gateway.search('issues', { principal: 'ann' })
    await gateway.call('list_issues', {}, { principal: 'ann' })

    expect(await log()).toMatchObject({ searches: [], unsearchedCalls: 0 })
  })

  it('is bounded, cleaned and holds nothing that looks like a token', async () => {
    const { gateway, log } = await inspectTools()
    const secret = `ghp_${'a1'.repeat(18)}`
    await gateway.search(`issues\u200b with\n ${secret}`)
    expect((await log()).searches[0]?.query).toBe('issues with [redacted]')
    await gateway.search('long '.repeat(400))
    expect((await log()).searches[0]?.query.length).toBeLessThanOrEqual(500)
    for (let i = 0; i < 205; i += 1) await gateway.search(`issue ${i}`)
    expect((await log()).searches).toHaveLength(200)
  })

  it('is kept no more when the inspector is closed', async () => {
    const { gateway, close } = await inspectTools()
    await close()
    await expect(gateway.search('issues')).resolves.toBeDefined()
  })
})

describe('a judged question', () => {
  it('is a line at the end of the file that was named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-questions-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const questionsFile = join(folder, 'questions.jsonl')
    const { act, log } = await inspectTools({ questionsFile })
    const question = { query: 'open an issue', tools: ['create_issue'] }
    expect((await log()).questionsFile).toBe('questions.jsonl')
    expect((await act('/api/question', question)).status).toBe(200)
    await writeFile(questionsFile, JSON.stringify(question))
    expect((await act('/api/question', { query: 'make tea', tools: [] })).status).toBe(200)
    for (const bad of [{}, { query: 'x' }, { query: 'x', tools: [7] }, { query: '', tools: [] }])
      expect((await act('/api/question', bad)).status).toBe(400)

    const lines = (await readFile(questionsFile, 'utf8')).split('\n')
    expect(lines).toEqual([JSON.stringify(question), '{"query":"make tea","tools":[]}', ''])
  })

  it('goes nowhere where no file was named', async () => {
    const { act } = await inspectTools()
    expect((await act('/api/question', { query: 'x', tools: [], file: '/tmp/x' })).status).toBe(400)
  })
})
