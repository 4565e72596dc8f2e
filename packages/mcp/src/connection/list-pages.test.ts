import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_MCP_LIMITS } from './connect-options.ts'
import { listPages, type ToolPage, toToolPage } from './list-tools.ts'

/** Serves the given pages one after another. */
function pagesOf(pages: readonly (readonly unknown[])[]): (cursor: string | undefined) => Promise<ToolPage> {
  return async (cursor) => {
    const at = Number(cursor ?? 0)
    const tools = pages[at] ?? []
    return at + 1 < pages.length ? { tools, nextCursor: String(at + 1) } : { tools }
  }
}

describe('listPages', () => {
  it('gives all pages together, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.jsonValue()), { maxLength: 20 }), async (pages) => {
        const listing = await listPages(pagesOf(pages), DEFAULT_MCP_LIMITS)
        expect(listing).toEqual({ definitions: pages.flat(), complete: true })
      }),
    )
  })

  it('stops where a cursor comes a second time, however long the loop is', async () => {
    const listing = await listPages(
      async (cursor) => ({ tools: [cursor], nextCursor: String((Number(cursor ?? 0) + 1) % 7) }),
      DEFAULT_MCP_LIMITS,
    )
    expect(listing.complete).toBe(false)
    expect(listing.reason).toMatch(/a second time/)
    expect(listing.definitions.length).toBeLessThanOrEqual(9)
  })

  it.each([
    ['maxPages', { maxPages: 3 }, 3, /more than 3 pages/],
    ['maxTools', { maxTools: 4 }, 4, /more than 4 tools/],
    ['maxListBytes', { maxListBytes: 100 }, 8, /more than 100 bytes/],
    ['no pages', { maxPages: 0 }, 0, /No page/],
    ['no tools', { maxTools: 0 }, 0, /more than 0 tools/],
    ['no bytes', { maxListBytes: 0 }, 0, /more than 0 bytes/],
  ])('stops at %s with what it has', async (_name, limits, count, reason) => {
    const listing = await listPages(pagesOf(Array.from({ length: 50 }, () => ['abc'])), {
      ...DEFAULT_MCP_LIMITS,
      ...limits,
    })
    expect(listing).toMatchObject({ complete: false, reason: expect.stringMatching(reason) })
    expect(listing.definitions).toHaveLength(count)
  })

  it('is complete when the listing is exactly as large as allowed', async () => {
    const limits = { ...DEFAULT_MCP_LIMITS, maxPages: 2, maxTools: 4 }
    const listing = await listPages(
      pagesOf([
        [1, 2],
        [3, 4],
      ]),
      limits,
    )
    expect(listing).toEqual({ definitions: [1, 2, 3, 4], complete: true })
  })

  it('counts cursors too, because they are kept', async () => {
    let page = 0
    const listing = await listPages(
      async () => {
        page += 1
        return { tools: [], nextCursor: `${page}`.padStart(1_000, '.') }
      },
      { ...DEFAULT_MCP_LIMITS, maxListBytes: 10_000 },
    )
    expect(listing.complete).toBe(false)
    expect(page).toBeLessThan(15)
  })
})

describe('toToolPage', () => {
  it.each([[undefined], [null], ['']])('takes the cursor %s for the end', (nextCursor) => {
    expect(toToolPage({ tools: [1], nextCursor })).toEqual({ tools: [1] })
  })

  it('breaks off at a cursor that is no text', () => {
    expect(toToolPage({ tools: [1], nextCursor: 7 })).toMatchObject({
      tools: [1],
      brokenOff: expect.any(String),
    })
  })

  it('is nothing without a list of tools', () => {
    expect(toToolPage({})).toBeUndefined()
    expect(toToolPage({ tools: { a: 1 } })).toBeUndefined()
  })
})
