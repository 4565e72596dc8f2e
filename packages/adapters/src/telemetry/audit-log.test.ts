import { createGateway } from '@toolscout/gateway'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuditLog, verifyAuditLog } from './audit-log.ts'

async function record(calls: number): Promise<readonly string[]> {
  const lines: string[] = []
  let now = Date.UTC(2026, 0, 1)
  const tick = (): number => {
    now += 5
    return now
  }
  const observer = createAuditLog({ write: (line) => lines.push(line), now: tick })
  const gateway = createGateway({ discovery: { embedder: false }, observer })
  onTestFinished(() => gateway.stop())
  await gateway.register([
    {
      name: 'pay',
      inputSchema: { type: 'object' },
      execute: ({ fail }: { readonly fail?: boolean }) => {
        if (fail === true) throw new RangeError('SECRET')
        return 'SECRET'
      },
    },
  ])
  for (let i = 0; i < calls; i++) {
    const call = { principal: 'ann', toolCallId: `c${i}` }
    await gateway.call('pay', { amount: 'SECRET', fail: i % 2 === 1 }, call)
  }
  await gateway.search('SECRET')
  return lines
}

describe('an audit log', () => {
  it('says who called what and how it ended, and nothing of what was said', async () => {
    const lines = await record(2)
    const facts = lines.map((line) => {
      const { hash: _hash, previous: _previous, ...rest } = JSON.parse(line)
      return JSON.stringify(rest)
    })
    expect(facts.join('\n')).toMatchInlineSnapshot(`
      "{"seq":1,"at":"2026-01-01T00:00:00.010Z","event":"began","call":1,"kind":"localCall","tool":"pay","principal":"ann","callId":"c0"}
      {"seq":2,"at":"2026-01-01T00:00:00.020Z","event":"ended","call":1,"kind":"localCall","tool":"pay","principal":"ann","callId":"c0","durationMs":10,"outcome":"ran"}
      {"seq":3,"at":"2026-01-01T00:00:00.030Z","event":"began","call":2,"kind":"localCall","tool":"pay","principal":"ann","callId":"c1"}
      {"seq":4,"at":"2026-01-01T00:00:00.040Z","event":"ended","call":2,"kind":"localCall","tool":"pay","principal":"ann","callId":"c1","durationMs":10,"outcome":"ran","error":"tool_error"}"
    `)
    expect(lines.join('')).not.toContain('SECRET')
  })

  it('is intact as it was written, and goes on from where it stands', async () => {
    const lines = await record(3)
    const found = await verifyAuditLog(lines)
    expect(found).toMatchObject({ intact: true, end: { seq: 6 } })
    const more: string[] = []
    const log = createAuditLog({ write: (line) => more.push(line), after: found.end })
    log.begin({ kind: 'localCall', tool: 'pay' }).end({ outcome: 'ran' })
    expect(await verifyAuditLog([...lines, ...more])).toMatchObject({ intact: true, end: { seq: 8 } })
    expect(await verifyAuditLog(more, found.end)).toMatchObject({ intact: true })
    expect(await verifyAuditLog([])).toMatchObject({ intact: true, end: { seq: 0 } })
  })

  it('shows every change, loss and swap of lines', async () => {
    const lines = await record(4)
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(200), fc.nat(3), async (at, place, how) => {
        const changed = [...lines]
        const line = lines[at] as string
        if (how === 0) changed.splice(at, 1)
        else if (how === 1) changed.splice(at, 0, line)
        else if (how === 2) changed[at] = change(line, place % (line.length - 1))
        else changed.reverse()
        const { intact, end } = await verifyAuditLog(changed)
        // Only the loss of the last line shows to nobody but the keeper of its hash.
        if (how === 0 && at === lines.length - 1) expect(end.seq).toBe(lines.length - 1)
        else expect(intact).toBe(false)
      }),
    )
  })

  it('harms no call when it cannot be written', async () => {
    const observer = createAuditLog({
      write: () => {
        throw new RangeError('disk full')
      },
    })
    const warned = new Promise((resolve) => process.once('warning', resolve))
    const gateway = createGateway({ discovery: { embedder: false }, observer })
    onTestFinished(() => gateway.stop())
    await gateway.register([{ name: 'add', inputSchema: { type: 'object' }, execute: () => 3 }])
    expect(await gateway.call('add', {})).not.toHaveProperty('isError')
    expect(await warned).toMatchObject({ message: 'disk full' })
  })
})

/** Another character that is still one of its kind. */
function change(line: string, place: number): string {
  const other = line[place] === 'a' ? 'b' : 'a'
  return line.slice(0, place) + other + line.slice(place + 1)
}
