import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openRegistry } from './fixtures/open-registry.ts'

it('what a policy hides can be neither found, listed, described, suggested nor called', async () => {
  const live = await startLiveServer('bank', ['pay_money', 'show_balance'])
  const { registry } = openRegistry({
    policy: ({ name }, { principal }) => principal === 'owner' || name !== 'pay_money',
  })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  const owner = { principal: 'owner' }
  const guest = { principal: 'guest' }
  expect(registry.list(owner)).toHaveLength(2)
  expect(registry.list(guest).map(({ id }) => id)).toEqual(['bank:show_balance'])
  expect([registry.count(owner), registry.count(guest)]).toEqual([2, 1])
  for (const query of ['pay money', '', 'bank:pay_money', 'pay_mony']) {
    const { hits, unmatchedTerms } = await registry.search(query, guest)
    expect(hits.map(({ id }) => id)).not.toContain('bank:pay_money')
    expect(unmatchedTerms).toEqual([])
  }
  expect((await registry.search('pay money', owner)).hits[0]?.id).toBe('bank:pay_money')
  for (const reference of ['bank:pay_money', 'bank__pay_money', { id: 'bank:pay_money' }]) {
    expect(registry.resolve(reference, guest)).toBeUndefined()
    const hidden = await registry.call(reference, {}, guest)
    const absent = await registry.call('bank:pay_nobody', {}, guest)
    expect(JSON.stringify(hidden)).not.toContain('Did you mean bank:pay')
    expect(hidden.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', outcome: 'notRun' })
    expect(Object.keys(hidden.structuredContent ?? {})).toEqual(Object.keys(absent.structuredContent ?? {}))
    const described = await registry.describe([reference], guest)
    expect(described.docs).toEqual([])
    expect(described.failures[0]?.error).toMatchObject({ code: 'TOOL_NOT_FOUND' })
  }
  expect(live.asked.calls).toBe(0)
  expect((await registry.call('bank:pay_money', {}, owner)).isError).toBeUndefined()
})

it('a policy that throws hides the tool', async () => {
  const { registry } = openRegistry({
    policy: () => {
      throw new RangeError('broken')
    },
  })
  await registry.register([{ name: 'ping', inputSchema: { type: 'object' }, execute: () => 'pong' }])
  expect([registry.list(), registry.count()]).toEqual([[], 0])
  expect((await registry.call('ping')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})

it('what a search may see beside is narrowed by the policy, and narrows it', async () => {
  const { registry } = openRegistry({ policy: ({ name }) => name !== 'read_secret' })
  await registry.register(
    ['read_secret', 'read_mail', 'read_news'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  )
  const visibility = { key: 'mail', allows: ({ name }: { readonly name: string }) => name !== 'read_news' }
  const { hits } = await registry.search('read', { filter: { visibility } })
  expect(hits.map(({ id }) => id)).toEqual(['read_mail'])
})
