import type { ToolSummary } from '@toolscout/model'
import { MAX_REFUSED } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createDiscovery } from './create-discovery.ts'
import type { Discovery } from './discovery.ts'

const NOUNS = 'invoice ticket message file repository customer order payment event calendar contact'.split(
  ' ',
)
const VERBS = 'create list delete update search send'.split(' ')

async function withTools(count: number): Promise<Discovery> {
  const discovery = createDiscovery()
  await discovery.register(
    Array.from({ length: count }, (_, at) => {
      const [verb, noun] = [VERBS[at % VERBS.length], NOUNS[at % NOUNS.length]]
      const tags = at % 97 === 0 ? ['mine'] : []
      const description = `Will ${verb} the ${noun} of the workspace, as number ${at} does`
      return { name: `${verb}_${noun}_${at}`, description, tags, inputSchema: { type: 'object' } }
    }),
    { namespace: 'big' },
  )
  return discovery
}

const REQUESTS = [
  'create an invoice',
  'send the message and delete the old ticket, then list the events of the calendar',
  'list_ticket_97',
  ['update a contact', 'search files'],
]

it('a search for somebody who may know of 1 tool in 97 is that of the same filter as data, and asks about each tool once', async () => {
  const discovery = await withTools(3_000)
  for (const request of REQUESTS) {
    const asked: string[] = []
    const allows = ({ id, tags }: ToolSummary): boolean => asked.push(id) > 0 && tags.includes('mine')
    const { version: _, ...seen } = await discovery.search(request, {
      filter: { visibility: { key: 'me', allows } },
    })
    const { version: __, ...known } = await discovery.search(request, { filter: { tags: ['mine'] } })
    expect(seen).toEqual(known)
    expect(seen.hits.length).toBeGreaterThan(0)
    // Queries are asked for each by itself; what is answered and near is looked at once more.
    const queries = typeof request === 'string' ? 1 : request.length
    expect(asked.length).toBeLessThanOrEqual(queries * new Set(asked).size + 100)
  }
})

it('a search for somebody who may know of everything asks about the best alone', async () => {
  const discovery = await withTools(3_000)
  let asked = 0
  const allows = (): boolean => {
    asked += 1
    return true
  }
  const { hits } = await discovery.search('create_invoice_66', {
    filter: { visibility: { key: 'me', allows } },
  })
  expect(hits[0]?.id).toBe('big:create_invoice_66')
  expect(asked).toBeLessThan(1_000)
})

it('a search that refused too many tools asks no more, and says so', async () => {
  const discovery = await withTools(MAX_REFUSED + 1_000)
  let asked = 0
  const allows = (): boolean => {
    asked += 1
    return false
  }
  const filter = { visibility: { key: 'me', allows } }
  const { hits, degraded } = await discovery.search('a number of the workspace', { filter })
  expect([hits, asked]).toEqual([[], MAX_REFUSED])
  expect(degraded).toEqual([{ part: 'visibility', reason: expect.stringContaining(`${MAX_REFUSED} tools`) }])
})

it('pages one after the other are the list', async () => {
  const discovery = await withTools(10)
  const first = discovery.page({ limit: 4 })
  expect(first.tools).toHaveLength(4)
  const second = discovery.page({ limit: 4, after: first.next })
  const last = discovery.page({ limit: 4, after: second.next })
  expect([...first.tools, ...second.tools, ...last.tools]).toEqual(discovery.list())
  expect(last.next).toBeUndefined()
  expect(() => discovery.page({ limit: 0 })).toThrow(RangeError)
})
