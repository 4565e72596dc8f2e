import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OverviewView, PinsView, TrialView } from './api/views.ts'
import { openBank } from './fixtures/bank.ts'
import { openGateway, openInspected, TOOLS } from './fixtures/inspected.ts'

const require = createRequire(import.meta.url)

describe('a tool that is tried', () => {
  it('runs as a call of the gateway does, and is in its events', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS)
    const { act, ask } = await openInspected({ gateway })
    const trial = JSON.parse((await act('/api/call', { id: 'list_issues', arguments: { repo: 'a/b' } })).text)

    expect(trial).toMatchObject({ state: 'done', text: 'none', isCut: false })
    expect(await ask<OverviewView>('/api/overview')).toMatchObject({ calls: 1, failedCalls: 0 })
  })

  it('is asked about once more unless it says that it destroys nothing', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS)
    const { act } = await openInspected({ gateway })
    const call = async (body: object): Promise<TrialView> => JSON.parse((await act('/api/call', body)).text)
    const issue = { id: 'create_issue', arguments: { repo: 'a/b', title: 'x' } }

    expect((await call(issue)).state).toBe('unconfirmed')
    // It says nothing of itself.
    expect((await call({ id: 'read_file' })).state).toBe('unconfirmed')
    expect(gateway.stats().calls).toBe(0)
    expect(await call({ ...issue, isConfirmed: true })).toMatchObject({ state: 'done', text: 'created' })
  })

  it('says what is wrong with its arguments, and why it failed', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS)
    const { act } = await openInspected({ gateway })
    const call = async (body: object): Promise<TrialView> => JSON.parse((await act('/api/call', body)).text)

    const refused = await call({ id: 'create_issue', arguments: { repo: 'a/b' }, isConfirmed: true })
    expect(refused.state).toBe('failed')
    expect(refused.text).toContain('title')
    expect(await call({ id: 'read_file', isConfirmed: true })).toMatchObject({ state: 'failed' })
  })

  it('is shown cleaned and cut', async () => {
    const gateway = openGateway({ calls: { maxResultLength: 1_000_000 } })
    const readOnly = { annotations: { readOnlyHint: true }, inputSchema: {} }
    await gateway.register([
      { ...readOnly, name: 'hidden', description: 'x', execute: () => 'a\u200bb\u001b[31mc' },
      { ...readOnly, name: 'long', description: 'x', execute: () => 'x'.repeat(60_000) },
      {
        ...readOnly,
        name: 'data',
        description: 'x',
        execute: () => ({ content: [{ type: 'image', mimeType: 'image/png', data: 'aaaa' }] }),
      },
    ])
    const { act } = await openInspected({ gateway })
    const call = async (id: string): Promise<TrialView> => JSON.parse((await act('/api/call', { id })).text)

    expect((await call('hidden')).text).toBe('abc')
    const long = await call('long')
    expect([long.text.length, long.isCut]).toEqual([50_000, true])
    expect((await call('data')).text).toBe('[image, image/png, 3 bytes]')
  })

  it('does not exist where a policy hides it', async () => {
    const gateway = openGateway({ policy: ({ name }) => name !== 'list_issues' })
    await gateway.register(TOOLS)
    const { act } = await openInspected({ gateway })

    expect((await act('/api/call', { id: 'list_issues' })).status).toBe(404)
  })

  it('does not run while it is held', async () => {
    const { gateway, offer } = openBank()
    offer('Pays a bill.')
    offer('Pays a bill twice.')
    const { act } = await openInspected({ gateway })

    expect((await act('/api/call', { id: 'bank:pay', isConfirmed: true })).status).toBe(404)
  })
})

describe('a definition that is approved', () => {
  it('is the one that was looked at', async () => {
    const { gateway, offer } = openBank()
    offer('Pays a bill.')
    offer('Pays a bill twice.')
    const { act, ask } = await openInspected({ gateway })
    const [seen] = (await ask<PinsView>('/api/pins')).pins
    offer('Pays a bill three times.')
    const stale = await act('/api/approve', { id: 'bank:pay', digest: seen?.digest })
    expect(stale.status).toBe(409)
    expect((await ask<PinsView>('/api/pins')).waiting).toBe(1)

    const [now] = (await ask<PinsView>('/api/pins')).pins
    // The beginning of a digest is easily met by another one.
    expect((await act('/api/approve', { id: 'bank:pay', digest: now?.digest.slice(0, 8) })).status).toBe(409)
    expect((await act('/api/approve', { id: 'bank:pay', digest: now?.digest })).status).toBe(200)
    expect((await ask<PinsView>('/api/pins')).waiting).toBe(0)
  })
})

describe('a server that is connected again', () => {
  it('is ready, or says why not', async () => {
    const gateway = openGateway()
    const everything = require.resolve('@modelcontextprotocol/server-everything/package.json')
    gateway.addServer({
      name: 'good',
      transport: 'stdio',
      command: process.execPath,
      args: [join(everything, '../dist/index.js'), 'stdio'],
    })
    gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
    gateway.start()
    await gateway.settled({ timeoutMs: 60_000 })
    const { act } = await openInspected({ gateway })

    expect(JSON.parse((await act('/api/reconnect', { server: 'good' })).text)).toEqual({ state: 'ready' })
    const dead = await act('/api/reconnect', { server: 'dead' })
    expect([dead.status, JSON.parse(dead.text)]).toMatchObject([
      409,
      { error: expect.stringContaining('"dead"') },
    ])
  }, 90_000)
})
