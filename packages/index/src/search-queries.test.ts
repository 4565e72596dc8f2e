import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'

const index = createToolIndex()
index.registerMcp('calendar', [
  { name: 'check_calendar', description: 'Check the calendar', inputSchema: { type: 'object' } },
  { name: 'calendar_events', description: 'Events of the calendar', inputSchema: { type: 'object' } },
  { name: 'list_calendars', description: 'Every calendar there is', inputSchema: { type: 'object' } },
])
index.registerMcp('mail', [
  { name: 'mail_somebody', description: 'Mail a letter', inputSchema: { type: 'object' } },
  { name: 'read_mail', description: 'Read a letter', inputSchema: { type: 'object' } },
])
const ids = async (query: string | readonly string[], limit = 10): Promise<readonly string[]> =>
  (await index.search(query, { limit })).hits.map(({ id }) => id)

describe('several queries', () => {
  it('bring the best of each first', async () => {
    const queries = ['check the calendar', 'mail Bob']
    const [calendar, mail] = await Promise.all(queries.map((query) => ids(query)))
    expect(new Set(await ids(queries, 2))).toEqual(new Set([calendar?.[0], mail?.[0]]))
    const answer = await index.search(queries, { explain: true })
    expect(answer.unmatchedTerms).toEqual(['Bob'])
    for (const hit of answer.hits) expect(hit.explanation?.value).toBe(hit.score)
    expect(answer.hits[0]?.explanation?.label).toContain('one over its rank for "')
  })

  it('are judged by the one that is answered worst', async () => {
    const { verdict } = await index.search(['check_calendar', 'repair my bicycle and read it'])
    expect(verdict?.query).toBe('repair my bicycle and read it')
    expect(verdict?.level).not.toBe('strong')
    expect((await index.search(['check_calendar', 'xyzzy'])).verdict).toMatchObject({
      level: 'none',
      query: 'xyzzy',
    })
    expect((await index.search('check_calendar')).verdict).not.toHaveProperty('query')
  })

  it('keep the order of each, whatever the limit, and page as they search', async () => {
    const words = ['calendar', 'check', 'mail', 'read', 'letter', 'events', 'nothing']
    const anyQuery = fc.subarray(words, { minLength: 1 }).map((some) => some.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
        fc.nat(6),
        async (queries, limit) => {
          const all = await ids(queries)
          expect(await ids(queries, limit)).toEqual(all.slice(0, limit))
          const first = new Set(await Promise.all(queries.map(async (query) => (await ids(query))[0])))
          first.delete(undefined)
          expect(new Set(all.slice(0, first.size))).toEqual(first)
          const page = await index.searchPage(queries, { limit: 2 })
          expect(page.hits.map(({ id }) => id)).toEqual(all.slice(0, 2))
        },
      ),
    )
  })

  it('of which one has words are that one; of which none has any are a listing', async () => {
    expect(await ids(['mail', ' ', 'mail'])).toEqual(await ids('mail'))
    expect(await ids([' ', ''])).toEqual(await ids(''))
  })

  it('are another question than their words in one query', async () => {
    const { nextCursor: cursor } = await index.searchPage(['calendar', 'mail'], { limit: 1 })
    await expect(index.searchPage('calendar\nmail', { cursor })).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
    })
    expect((await index.searchPage(['calendar', 'mail'], { cursor })).hits).not.toEqual([])
  })

  it('that are none, too many or no texts are refused', async () => {
    await expect(index.search([])).rejects.toThrow(RangeError)
    await expect(index.search(Array.from({ length: 17 }, () => 'x'))).rejects.toThrow(RangeError)
    await expect(index.search(['x', 3 as unknown as string])).rejects.toThrow(TypeError)
  })
})
