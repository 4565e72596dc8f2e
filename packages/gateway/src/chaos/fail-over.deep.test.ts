import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolResult } from '@toolscout/model'
import { type StdioBackend, startHttpBackend, stdioBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { atOnce, startFarm, tally, textOf, until } from '../fixtures/chaos.ts'
import { openGateway } from '../fixtures/open-gateway.ts'

const CALLS = 400
const AT_ONCE = 24

/** Two servers of the same tools: `bank`, and `spare`, which stands in for it. */
async function openPair(): Promise<
  ReturnType<typeof openGateway> & { readonly bank: StdioBackend; readonly spare: StdioBackend }
> {
  withoutPauses()
  const folder = await mkdtemp(join(tmpdir(), 'fail-over-'))
  const opened = openGateway()
  const [bank, spare] = ['bank', 'spare'].map((name) => stdioBackend(name, join(folder, name))) as [
    StdioBackend,
    StdioBackend,
  ]
  const { command } = bank
  opened.gateway.addServer({ name: 'bank', transport: 'stdio', command, args: bank.args })
  opened.gateway.addServer({
    name: 'spare',
    transport: 'stdio',
    command,
    args: spare.args,
    replicaOf: 'bank',
  })
  opened.gateway.start()
  expect(await opened.gateway.settled({ timeoutMs: 60_000 })).toMatchObject({ status: 'ready' })
  onTestFinished(async () => {
    await opened.gateway.stop()
    await rm(folder, { recursive: true })
  })
  return { ...opened, bank, spare }
}

/** Connecting again needs no waiting. */
function withoutPauses(): void {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
}

async function linesOf(backend: StdioBackend, what: string): Promise<readonly string[]> {
  return (await backend.ledger()).flatMap((line) => (line.what === what ? [line.whom] : []))
}

const outcomeOf = ({ isError, structuredContent }: ToolResult): string =>
  isError === true ? String(structuredContent?.outcome) : 'ok'

it('one of two servers is killed with -9 in the middle of 400 calls: nothing is lost or run twice, and it is used again', async () => {
  const { gateway, events, bank, spare } = await openPair()
  expect(gateway.list().map(({ id }) => id)).toEqual(
    ['die', 'die-after', 'echo', 'effect', 'wait'].map((name) => `bank:${name}`),
  )
  const results = new Map<string, ToolResult>()
  const nonces = Array.from({ length: CALLS }, (_, at) => `n${at}`)
  const held = ['w0', 'w1', 'w2'].map((nonce) => gateway.call('bank:wait', { nonce }))
  await until(() => gateway.servers()[0]?.running === held.length, 'three calls are under way at bank')
  await atOnce(AT_ONCE, nonces, async (nonce) => {
    if (nonce === `n${CALLS / 2}`) process.kill(Number((await linesOf(bank, 'pid')).at(-1)), 'SIGKILL')
    results.set(nonce, await gateway.call('bank:effect', { nonce }))
  })

  // Those that were under way when it was killed are not known, and made nowhere else.
  expect((await Promise.all(held)).map(outcomeOf)).toEqual(['unknown', 'unknown', 'unknown'])
  expect((await linesOf(spare, 'aborted')).length).toBe(0)
  const told = tally([...results.values()].map(outcomeOf))
  expect(Object.keys(told).filter((outcome) => outcome !== 'ok' && outcome !== 'unknown')).toEqual([])
  // A process has eight places.
  expect(told.unknown ?? 0).toBeLessThanOrEqual(8 - held.length)
  const ran = [...(await linesOf(bank, 'ran')), ...(await linesOf(spare, 'ran'))]
  expect(new Set(ran).size).toBe(ran.length)
  for (const [nonce, result] of results) {
    if (outcomeOf(result) === 'ok') expect([nonce, ran.includes(nonce)]).toEqual([nonce, true])
  }
  const bySpare = [...results.values()].filter((result) => textOf(result).startsWith('spare effect'))
  expect(bySpare.length).toBeGreaterThan(0)
  const answered = events.flatMap((event) =>
    event.type === 'callEnded' && event.backend === 'spare' ? [event] : [],
  )
  expect(answered).toHaveLength(bySpare.length)

  // The one that died is there again, and asked first.
  await until(() => gateway.servers().every(({ state }) => state === 'ready'), 'both are ready')
  expect(textOf(await gateway.call('bank:effect', { nonce: 'again' }))).toBe('bank effect again')
  expect(await linesOf(bank, 'pid')).toHaveLength(2)
})

it('while a server is away its tools are found, ready, and run by the other; removed, it takes none along', async () => {
  const { gateway } = await openPair()
  await gateway.setServerEnabled('bank', false)
  const { hits } = await gateway.search('has effect', { limit: 20 })
  expect(hits.filter(({ id }) => id === 'bank:effect')).toMatchObject([{ readiness: { state: 'ready' } }])
  expect(textOf(await gateway.call('bank:effect', { nonce: 'x' }))).toBe('spare effect x')
  await gateway.setServerEnabled('bank', true)
  await until(() => gateway.servers().every(({ state }) => state === 'ready'), 'both are ready')
  await gateway.removeServer('bank')
  expect(gateway.list()).toHaveLength(5)
  expect(textOf(await gateway.call('bank:effect', { nonce: 'y' }))).toBe('spare effect y')
  await gateway.removeServer('spare')
  expect(gateway.list()).toEqual([])
})

it('over HTTP: a server hangs up on everybody and is away; the other answers what did not run', async () => {
  withoutPauses()
  const { ledger, backends } = await startFarm(1)
  const spare = await startHttpBackend({ name: 'spare', ledger })
  onTestFinished(() => spare.down())
  const { gateway } = openGateway()
  const url = backends[0]?.url ?? ''
  gateway.addServer({ name: 'b000', transport: 'http', url })
  gateway.addServer({ name: 'spare', transport: 'http', url: spare.url, replicaOf: 'b000' })
  gateway.start()
  expect(await gateway.settled({ timeoutMs: 60_000 })).toMatchObject({ status: 'ready' })
  const results = new Map<string, ToolResult>()
  const nonces = Array.from({ length: CALLS }, (_, at) => `n${at}`)
  await atOnce(AT_ONCE, nonces, async (nonce) => {
    if (nonce === `n${CALLS / 4}`) await backends[0]?.down()
    results.set(nonce, await gateway.call('b000:effect', { nonce }))
  })
  expect(ledger.duplicates()).toEqual([])
  for (const [nonce, result] of results) {
    if (outcomeOf(result) === 'ok') expect([nonce, ledger.runsOf(nonce)]).toEqual([nonce, 1])
    else expect([nonce, outcomeOf(result)]).toEqual([nonce, 'unknown'])
  }
  const bySpare = [...results.values()].filter((result) => textOf(result).startsWith('spare'))
  expect(bySpare.length).toBeGreaterThan(CALLS / 2)
  await backends[0]?.up()
  // Its breaker may be open for a while; a new connection closes it.
  await gateway.reconnectServer('b000')
  expect(textOf(await gateway.call('b000:effect', { nonce: 'again' }))).toMatch(/^b000 effect/)
})
