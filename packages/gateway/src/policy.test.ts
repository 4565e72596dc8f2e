import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'

it('what a policy hides can be neither found, listed, described, suggested nor called', async () => {
  const live = await startLiveServer('bank', ['pay_money', 'show_balance'])
  const { gateway } = openGateway({
    policy: ({ name }, { principal }) => principal === 'owner' || name !== 'pay_money',
  })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  const owner = { principal: 'owner' }
  const guest = { principal: 'guest' }
  expect(gateway.list(owner)).toHaveLength(2)
  expect(gateway.list(guest).map(({ id }) => id)).toEqual(['bank:show_balance'])
  expect([gateway.count(owner), gateway.count(guest)]).toEqual([2, 1])
  for (const query of ['pay money', '', 'bank:pay_money', 'pay_mony']) {
    const { hits, unmatchedTerms } = await gateway.search(query, guest)
    expect(hits.map(({ id }) => id)).not.toContain('bank:pay_money')
    expect(unmatchedTerms).toEqual([])
  }
  expect((await gateway.search('pay money', owner)).hits[0]?.id).toBe('bank:pay_money')
  for (const reference of ['bank:pay_money', 'bank__pay_money', { id: 'bank:pay_money' }]) {
    expect(gateway.resolve(reference, guest)).toBeUndefined()
    const hidden = await gateway.call(reference, {}, guest)
    const absent = await gateway.call('bank:pay_nobody', {}, guest)
    expect(JSON.stringify(hidden)).not.toContain('Did you mean bank:pay')
    expect(hidden.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', outcome: 'notRun' })
    expect(Object.keys(hidden.structuredContent ?? {})).toEqual(Object.keys(absent.structuredContent ?? {}))
    const described = await gateway.describe([reference], guest)
    expect(described.docs).toEqual([])
    expect(described.failures[0]?.error).toMatchObject({ code: 'TOOL_NOT_FOUND' })
  }
  expect(live.asked.calls).toBe(0)
  expect((await gateway.call('bank:pay_money', {}, owner)).isError).toBeUndefined()
})

it('a policy that throws hides the tool', async () => {
  const { gateway } = openGateway({
    policy: () => {
      throw new RangeError('broken')
    },
  })
  await gateway.register([{ name: 'ping', inputSchema: { type: 'object' }, execute: () => 'pong' }])
  expect([gateway.list(), gateway.count()]).toEqual([[], 0])
  expect((await gateway.call('ping')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})

it('what a search may see beside is narrowed by the policy, and narrows it', async () => {
  const { gateway } = openGateway({ policy: ({ name }) => name !== 'read_secret' })
  await gateway.register(
    ['read_secret', 'read_mail', 'read_news'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  )
  const visibility = { key: 'mail', allows: ({ name }: { readonly name: string }) => name !== 'read_news' }
  const { hits } = await gateway.search('read', { filter: { visibility } })
  expect(hits.map(({ id }) => id)).toEqual(['read_mail'])
})
