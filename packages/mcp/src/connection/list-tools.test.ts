import { tmpdir } from 'node:os'
import type { ToolListing } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import type { McpServerConfig } from '../config/server-config.ts'
import { McpClosedError, McpListError, McpTimeoutError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { fixture, realServer, rejection } from '../fixtures/servers.ts'
import { connectMcpServer } from './connect.ts'
import type { McpConnectOptions } from './connect-options.ts'

async function listAll(config: McpServerConfig, options: McpConnectOptions = {}): Promise<ToolListing> {
  const connection = await connectMcpServer(config, options)
  try {
    return await connection.list()
  } finally {
    await connection.close()
  }
}

function list(mode: string, options: McpConnectOptions = {}): Promise<ToolListing> {
  return listAll(fixture('lister', mode), options)
}

function names({ definitions }: ToolListing): unknown[] {
  return definitions.map((definition) => (isJsonObject(definition) ? definition.name : definition))
}

describe.concurrent('list', () => {
  it.each([
    ['everything', [], 13],
    ['filesystem', [tmpdir()], 14],
    ['memory', [], 9],
    ['sequential-thinking', [], 1],
  ] as const)('gives every tool of the %s server', async (name, args, count) => {
    const listing = await listAll(realServer(name, ...args))
    expect(listing.complete).toBe(true)
    expect(listing.reason).toBeUndefined()
    expect(new Set(names(listing)).size).toBe(count)
    expect(listing.definitions).toHaveLength(count)
  })

  it('reads all pages', async () => {
    expect(names(await list('pages'))).toEqual(['tool-0', 'tool-1', 'tool-2', 'tool-3', 'tool-4'])
  })

  it.each(['empty-cursor', 'null-cursor'])('takes an %s for the end', async (mode) => {
    expect(await list(mode)).toMatchObject({ complete: true, definitions: [{ name: 'only' }] })
  })

  it.each([
    ['number-cursor', 1, /no text/],
    ['cursor-loop', 2, /a second time/],
    ['endless', 1_000, /more than 1000 pages/],
    ['failing-page', 1, /A page could not be read: .*the second page is lost/],
  ])('says that the listing of a server with %s is not complete', async (mode, count, reason) => {
    const listing = await list(mode)
    expect(listing).toMatchObject({ complete: false, reason: expect.stringMatching(reason) })
    expect(listing.definitions).toHaveLength(count)
  })

  it('gives what came in time when a later page hangs', async () => {
    const listing = await list('hanging-page', { timeouts: { listMs: 500 } })
    expect(listing).toMatchObject({ complete: false, reason: 'Not all pages came within 500 ms.' })
    expect(names(listing)).toEqual(['first'])
  })

  it.each([
    [{ maxTools: 10 }, 10],
    [{ maxListBytes: 10_000 }, 9],
  ])('stops at %j', async (limits, count) => {
    const listing = await list('many', { limits })
    expect(listing.complete).toBe(false)
    expect(listing.definitions).toHaveLength(count)
  })

  it('hands on broken entries unread among good ones', async () => {
    const listing = await list('broken-entries')
    expect(listing.complete).toBe(true)
    expect(names(listing)).toEqual(['good', null, 7, 7, 'no-schema', 'also-good', 'odd'])
  })

  it('finds no tools at a server that has no such method', async () => {
    expect(await list('no-method')).toEqual({ definitions: [], complete: true })
  })

  it('rejects when the first page is an error, no list, late or never comes', async () => {
    expect(await rejection(list('error'))).toMatchObject({
      code: 'MCP_LIST_FAILED',
      message: 'Listing the tools at "lister" was answered with error -32603: the catalog is on fire.',
      details: { server: 'lister', rpcCode: -32_603 },
    })
    expect(await rejection(list('no-list'))).toBeInstanceOf(McpListError)
    const late = await rejection(list('hanging', { timeouts: { listMs: 300 } }))
    expect(late).toBeInstanceOf(McpTimeoutError)
    expect(late).toMatchObject({ details: { operation: 'list', timeoutMs: 300, outcome: 'unknown' } })
    expect(await rejection(list('dying-page'))).toBeInstanceOf(McpClosedError)
  })
})

describe('list', () => {
  it('leaves out tools the configuration keeps out', async () => {
    const config = { ...fixture('lister', 'broken-entries'), tools: { allow: ['*good'], deny: ['also-*'] } }
    const connection = await connect(config)
    expect(names(await connection.list())).toEqual(['good'])
    expect(await rejection(connection.call('also-good', {}))).toMatchObject({ code: 'TOOL_NOT_FOUND' })
  })

  it("rejects with the caller's reason", async () => {
    const connection = await connect(fixture('lister', 'hanging'))
    const controller = new AbortController()
    const listing = rejection(connection.list({ signal: controller.signal }))
    controller.abort('enough')
    expect(await listing).toBe('enough')
    expect(await rejection(connection.list({ signal: AbortSignal.abort('before') }))).toBe('before')
  })

  it("rejects with the caller's reason in the middle of its pages, too", async () => {
    const connection = await connect(fixture('lister', 'hanging-page'))
    const controller = new AbortController()
    const listing = rejection(connection.list({ signal: controller.signal }))
    // Answered in order, so the first page has come, and the second was asked for.
    for (let i = 0; i < 2; i += 1) await connection.ping()
    controller.abort('enough')
    expect(await listing).toBe('enough')
  })
})
