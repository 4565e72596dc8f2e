import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DIFF, openBank, PAY } from '../fixtures/bank.ts'

const BLOCK = { pins: { mode: 'block' } }

/** What waits, as `pins` tells it. */
async function waitingIn(host: Awaited<ReturnType<typeof openBank>>, ...more: readonly string[]) {
  const { exitCode, json } = await host.run(['pins', '--waiting', '--json', ...more])
  expect(exitCode).toBe(0)
  return json().pins as readonly { readonly id: string; readonly digest: string }[]
}

describe('definitions that change between commands', () => {
  it('are shown with what changed and called by nobody until they are approved', async () => {
    const host = await openBank(BLOCK)
    expect((await host.run(['pins'])).stdout).toMatch(/^bank:pay {3}new .*\nbank:show {2}new /)
    await host.offer(PAY.poisoned)
    const refused = await host.run(['call', 'bank:pay'])
    expect([refused.exitCode, refused.stdout]).toEqual([6, ''])
    expect(refused.stderr).toMatch(/"bank:pay" cannot be called until its definition is approved/)
    expect((await host.run(['call', 'bank:show'])).exitCode).toBe(0)
    await host.run(['list', '--refresh'])

    const told = await host.run(['pins'])
    expect(told.stdout).toMatch(
      /^bank:pay@[0-9a-f]{32} {2}changed, blocked {2}\d+ s ago {2}new order, address or tool name: .*description, parameter/,
    )
    expect(told.stdout).toMatch(/^ {4}! poisoned: names files that hold secrets: /m)
    expect(told.stdout.split('\n').slice(2, 5)).toEqual(DIFF.map((line) => `  ${line}`))
    expect(told.stdout).toMatch(/\n\nbank:show {2}new/)
    expect(told.stdout).not.toContain('\u001b')
    const [pay] = await waitingIn(host)
    expect(pay).toMatchObject({ id: 'bank:pay', state: 'changed', blocked: true, diff: DIFF, server: 'bank' })
    for (const command of [['list'], ['search', 'pay a bill']]) {
      const { stdout, stderr } = await host.run(command)
      expect(stdout).not.toContain('bank:pay')
      expect(stderr).toContain('1 tool is left out until approved; "toolscout pins --refresh" says why.')
    }
    expect((await host.run(['describe', 'bank:pay'])).exitCode).toBe(4)

    const approved = await host.run(['approve', `pay@${pay?.digest.slice(0, 32)}`, '--json'])
    expect(approved.json()).toMatchObject({ approved: [{ id: 'bank:pay', digest: pay?.digest }] })
    expect(await waitingIn(host)).toEqual([])
    expect((await host.run(['call', 'bank:pay'])).stdout).toBe('pay was called.\n')
    expect((await host.run(['list'])).stdout).toContain('bank:pay')
    await host.offer(PAY.honest)
    await host.run(['list', '--refresh'])
    expect(await waitingIn(host)).toMatchObject([
      { id: 'bank:pay', diff: DIFF.map((line) => line.replace('+', '-')) },
    ])
  })

  it('are told and called all the same unless the configuration says more, and trusted where it says less', async () => {
    const host = await openBank()
    await host.run(['list'])
    await host.offer({ ...PAY.honest, description: 'Pays bills. What is paid is gone then.' })
    await host.run(['list', '--refresh'])
    expect(await waitingIn(host)).toEqual([])
    expect((await host.run(['pins'])).stdout).toMatch(/^bank:pay {3}changed .*reworded: description$/m)
    expect((await host.run(['doctor'])).stdout).not.toContain('for approval')
    await host.offer(PAY.wider)
    await host.run(['list', '--refresh'])
    expect(await waitingIn(host)).toMatchObject([
      { state: 'changed', blocked: false, grade: 'optionalParameter' },
    ])
    expect((await host.run(['call', 'bank:pay'])).exitCode).toBe(0)
    expect((await host.run(['list'])).stdout).toContain('bank:pay')
    await host.offer(PAY.poisoned)
    // Known by what was listed last, also to a command that lists nothing.
    expect((await host.run(['call', 'bank:pay'])).exitCode).toBe(6)
    await host.run(['list', '--refresh'])
    expect(await waitingIn(host)).toMatchObject([
      { state: 'changed', blocked: true, diff: DIFF, grade: 'newOrder' },
    ])
    expect((await host.run(['list'])).stdout).not.toContain('bank:pay')
    await host.offer({ ...PAY.poisoned, name: 'pay_bill' })
    await host.run(['list', '--refresh'])
    expect((await waitingIn(host)).find(({ id }) => id === 'bank:pay_bill')).toMatchObject({
      grade: 'renamed',
      blocked: true,
    })
    expect((await host.run(['pins', 'pay_bill'])).stdout).toContain('renamed: renamed from "pay"')

    const trusting = await openBank()
    await trusting.write(join(trusting.home, '.config/toolscout/config.json'), { pins: { mode: 'record' } })
    await trusting.run(['list'])
    await trusting.offer(PAY.poisoned)
    await trusting.run(['list', '--refresh'])
    expect((await trusting.run(['pins'])).stdout).toMatch(
      /^bank:pay@[0-9a-f]{32} {2}new .*changed: new order, .*description, parameter/,
    )
  })

  it('are told by doctor in one line, with what to do, and by their diff although doctor saw them first', async () => {
    const host = await openBank(BLOCK)
    expect((await host.run(['doctor'])).stdout).not.toContain('definition')
    await host.run(['list'])
    await host.offer(PAY.poisoned)
    const { stdout, exitCode } = await host.run(['doctor'])
    expect([exitCode, stdout.match(/^warning {2}definitions.*/gm)?.length]).toEqual([0, 1])
    expect(stdout).toMatch(
      /^warning {2}definitions .*1 definition waits for approval; 1 blocked until then\./m,
    )
    expect(stdout).toMatch(/→ toolscout pins shows what changed/)
    expect(await waitingIn(host)).toMatchObject([{ diff: DIFF }])
  })
})

it('holds what is new where the configuration wants that, and shows what it is', async () => {
  const host = await openBank({ pins: { newTools: 'hold' } })
  expect(await waitingIn(host)).toMatchObject([
    { id: 'bank:pay', state: 'quarantined', seen: expect.arrayContaining(['+ description: Pays a bill.']) },
    { id: 'bank:show', state: 'quarantined' },
  ])
  expect((await host.run(['call', 'bank:show'])).exitCode).toBe(6)
  expect((await host.run(['approve', '--server', 'bank'])).stdout).toBe(
    'Approved bank:pay\nApproved bank:show\n',
  )
  expect((await host.run(['call', 'bank:show'])).exitCode).toBe(0)
})

it('approves what was looked at and nothing else, and says what it does not know', async () => {
  const host = await openBank(BLOCK)
  await host.run(['list'])
  await host.offer(PAY.poisoned)
  await host.run(['list', '--refresh'])
  const [before] = await waitingIn(host)
  await host.offer({ ...PAY.poisoned, description: 'Pays twice.' })
  await host.run(['list', '--refresh'])
  const stale = await host.run(['approve', `bank:pay@${before?.digest}`, '--json'])
  expect([stale.exitCode, stale.json()]).toMatchObject([6, { error: { code: 'PIN_STALE' } }])
  const wrong: readonly (readonly [readonly string[], number, string])[] = [
    [[], 2, 'Say what to approve'],
    [[`pay@${before?.digest.slice(0, 31)}`], 2, '31 digits of a digest; 32 are needed'],
    [['pay', '--all'], 2, 'Say what to approve'],
    [['pya'], 4, 'Did you mean "pay"'],
    [['--server', 'bnak'], 4, 'Did you mean "bank"'],
    [['bank:pay', 'bank:nothing'], 4, 'No tool "bank:nothing"'],
  ]
  for (const [args, code, message] of wrong) {
    const { exitCode, stderr } = await host.run(['approve', ...args])
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)])
  }
  expect(await waitingIn(host)).toHaveLength(1)
  expect((await host.run(['approve', '--all'])).stdout).toMatch(/^Approved bank:pay {2}reshaped: description/)
  expect((await host.run(['approve', '--all'])).stderr).toContain('Nothing waits for approval.')
  expect((await host.run(['pins', 'pay'])).stdout).toMatch(/^bank:pay {2}pinned/)
  const ids = (await host.run(['complete', '--', 'pins', 'bank:'])).stdout
  expect(ids).toBe('bank:pay\nbank:show\n')
  expect((await host.run(['complete', '--', 'approve', 'bank:'])).stdout).toBe('')
})

describe('the configuration', () => {
  it.each([
    ['block', /pins is "block"; an object is needed/],
    [{ mode: 'strict' }, /pins\.mode is "strict"; there are "record", "warn", "block"/],
    [{ newTool: 'hold' }, /pins has "newTool", which is not a known setting; is "newTools" meant\?/],
  ])('is refused when pins are %j', async (pins, message) => {
    const host = await openBank({ pins })
    const { exitCode, stderr } = await host.run(['pins'])
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(message)])
  })

  it('that is strictest counts, so that no project allows what its user, or the default, forbids', async () => {
    const host = await openBank({ pins: { mode: 'record' } })
    expect((await host.run(['pins', '--json'])).json()).toMatchObject({ mode: 'warn', newTools: 'trust' })
    const user = join(host.home, '.config/toolscout/config.json')
    await host.write(user, { pins: { mode: 'record' } })
    expect((await host.run(['pins', '--json'])).json()).toMatchObject({ mode: 'record' })
    await host.write(user, BLOCK)
    expect((await host.run(['pins', '--json'])).json()).toMatchObject({ mode: 'block', newTools: 'trust' })
    const alone = await host.run(['pins', '--json', '--isolated', '-c', '.toolscout.json'])
    expect(alone.json()).toMatchObject({ mode: 'record' })
    expect((await stat(join(host.home, '.local/state/toolscout/pins'))).mode & 0o777).toBe(0o700)
  })
})
