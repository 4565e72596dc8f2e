import type { ToolResult } from '@toolscout/model'
import { expect, it, onTestFinished, vi } from 'vitest'
import { textOf, until } from './fixtures/chaos.ts'
import { type LiveServer, startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import type { GatewayOptions } from './gateway-options.ts'

type Pair = ReturnType<typeof openGateway> & { readonly bank: LiveServer; readonly spare: LiveServer }

/** `bank`, and `spare`, which stands in for it; each tool answers with the name of its server. */
async function openPair(options: GatewayOptions = {}, tools = ['pay', 'show']): Promise<Pair> {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const [bank, spare] = await Promise.all(['bank', 'spare'].map((name) => startLiveServer(name, tools)))
  if (bank === undefined || spare === undefined) throw new TypeError('Two servers are needed.')
  bank.answer = async (tool) => `bank ${tool}`
  spare.answer = async (tool) => `spare ${tool}`
  const opened = openGateway(options)
  opened.gateway.addServer({ ...bank.config, headers: { Authorization: `Bearer ${SECRET}` } })
  opened.gateway.addServer({ ...spare.config, replicaOf: 'bank' })
  return { ...opened, bank, spare }
}

const SECRET = 'swordfish-of-the-bank'

async function openReady(options?: GatewayOptions): Promise<Pair> {
  const pair = await openPair(options)
  pair.gateway.start()
  expect(await pair.gateway.settled({ timeoutMs: 60_000 })).toMatchObject({ status: 'ready' })
  return pair
}

const saidBy = (result: ToolResult): string | undefined => textOf(result).split(' ')[0]

it('one tool is shown, whoever lists it; it is called at the one it is of, and at the other while that is gone', async () => {
  const { gateway, events, bank } = await openReady()
  expect(gateway.list().map(({ id }) => id)).toEqual(['bank:pay', 'bank:show'])
  expect((await gateway.search('pay')).hits.filter(({ id }) => id.endsWith('pay'))).toHaveLength(1)
  expect((await gateway.describe(['bank:pay'])).docs).toHaveLength(1)
  expect(saidBy(await gateway.call('bank:pay'))).toBe('bank')
  await bank.die()
  // The call that finds a connection gone that was kept alive may have been read.
  await gateway.call('bank:pay')
  for (let call = 0; call < 20; call += 1) expect(saidBy(await gateway.call('bank:pay'))).toBe('spare')
  expect(gateway.list().map(({ id, readiness }) => [id, readiness.state])).toEqual([
    ['bank:pay', 'ready'],
    ['bank:show', 'ready'],
  ])
  expect(events.filter(({ type }) => type === 'callEnded').at(-1)).toMatchObject({ backend: 'spare' })
  await bank.revive()
  await gateway.reconnectServer('bank')
  expect(saidBy(await gateway.call('bank:pay'))).toBe('bank')
})

it('both gone: the result names each and holds no secret of theirs', async () => {
  const { gateway, bank, spare } = await openReady()
  await Promise.all([bank.die(), spare.die()])
  await until(() => gateway.servers().every(({ state }) => state !== 'ready'), 'both are gone')
  const result = await gateway.call('bank:pay')
  expect(result.structuredContent).toMatchObject({
    outcome: 'notRun',
    backends: [{ name: 'bank' }, { name: 'spare' }],
  })
  expect(textOf(result)).toMatch(/bank: .*; spare: /)
  expect(JSON.stringify(result)).not.toContain(SECRET)
})

it('a tool that must not run twice at one of them must not at the other: a refusal is no proof', async () => {
  const { gateway, bank, spare } = await openReady({ servers: { spare: { atMostOnce: ['pay'] } } })
  bank.refuse = 429
  expect((await gateway.call('bank:pay')).structuredContent).toMatchObject({ outcome: 'unknown' })
  expect(spare.asked.calls).toBe(0)
  expect(saidBy(await gateway.call('bank:show'))).toBe('spare')
})

it('one that says something else of a tool is left out of it and named, and taken in when both say the same', async () => {
  const pair = await openPair()
  const { gateway, events, bank, spare } = pair
  spare.describe = (tool) => (tool === 'pay' ? 'Pays me.' : `The tool ${tool}.`)
  gateway.start()
  await gateway.settled({ timeoutMs: 60_000 })
  const serversOf = (id: string) =>
    gateway.discovery.index.getOrThrow(id).backends.map((backend) => backend.kind === 'mcp' && backend.server)
  await until(() => serversOf('bank:show').length === 2, 'both have listed')
  expect(gateway.get('bank:pay')?.tool.description).not.toBe('Pays me.')
  expect(serversOf('bank:pay')).toEqual(['bank'])
  const told = events.flatMap((event) =>
    event.type === 'serverListed' && event.server === 'spare' ? event.warnings : [],
  )
  expect(told.join()).toContain('another definition')
  // The server itself follows: what stands in for it is asked again, and is one of them.
  bank.describe = spare.describe
  await bank.notify()
  await until(() => serversOf('bank:pay').length === 2, 'both say the same')
  expect(gateway.get('bank:pay')?.tool.description).toBe('Pays me.')
})

it('pins: one that is added moves the tools, which are held until they are approved; which of them lists is the same', async () => {
  const { bank, spare, gateway, happened } = await openPair({ pins: { mode: 'block' } })
  await gateway.removeServer('spare')
  gateway.start()
  await gateway.settled({ timeoutMs: 60_000 })
  await gateway.approve(await gateway.pins())
  gateway.addServer({ ...spare.config, replicaOf: 'bank' })
  const changed = await happened(({ type }) => type === 'toolChanged')
  expect(changed).toMatchObject({ isQuarantined: true, changed: ['how its server is reached'] })
  expect(gateway.list()).toEqual([])
  expect((await gateway.call('bank:pay')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  await gateway.approve(await gateway.pins())
  expect(gateway.list()).toHaveLength(2)
  await bank.die()
  await gateway.refreshServer('spare')
  expect(gateway.list()).toHaveLength(2)
  expect(saidBy(await gateway.call('bank:pay'))).toBe('spare')
})

it('a tool that is hidden while one of them is asked is not run by the other', async () => {
  let hides = true
  let isAllowed = true
  const { gateway, bank, spare } = await openReady({
    policy: () => isAllowed,
    onEvent: ({ type }) => {
      if (type === 'attemptFailed') isAllowed = !hides
    },
  })
  bank.refuse = 429
  expect((await gateway.call('bank:pay')).structuredContent).toMatchObject({ outcome: 'notRun' })
  expect(spare.asked.calls).toBe(0)
  hides = false
  isAllowed = true
  expect(saidBy(await gateway.call('bank:pay'))).toBe('spare')
})

it('a call of tools of several servers is of trusted ones only where all are', async () => {
  const { gateway } = await openReady({ servers: { bank: { trusted: true } } })
  expect(gateway.list()).toMatchObject([{ trusted: false }, { trusted: false }])
})
