import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBank } from '../fixtures/bank.ts'
import { draftId, isAbandoned } from './drafts.ts'

/** The id a draft of another process of this machine has. */
function draftIdOf(pid: number | undefined): string {
  return draftId(Date.now()).replace(`.${process.pid}-`, `.${pid}-`)
}

it('sweeps drafts of processes that have ended at the next start, and none of those that live', async () => {
  const host = await openBank()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const roots = ['.local/state/toolscout/pins', '.cache/toolscout/catalogs/a', '.cache/toolscout/catalogs/b']
  const place = (pid: number | undefined): readonly string[] =>
    roots.map((root) => join(host.home, root, `draft-${draftIdOf(pid)}`))
  const others = place(child.pid)
  const ours = place(process.pid).slice(0, 2)
  for (const draft of [...others, ...ours]) await mkdir(join(draft, 'inside'), { recursive: true })
  const left = (): readonly string[] => [...others, ...ours].filter((draft) => existsSync(draft))
  await host.run(['list'])
  expect(left()).toEqual([...others, ...ours])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await host.run(['list', '--offline'])
  expect(left()).toEqual(ours)
  expect(existsSync(join(host.home, '.cache/toolscout/catalogs/b'))).toBe(false)
})

it('knows who writes a draft', () => {
  const now = Date.now()
  const elsewhere = (startedAt: number): string => `draft-${startedAt}-00000000.${process.pid}-0`
  expect(isAbandoned(`draft-${draftId(now)}`, now + 1e9)).toBe(false)
  // Of a process that had this number before, as in a container that was started again.
  expect(isAbandoned(`current-${draftId(Math.floor(performance.timeOrigin) - 1)}.json`, now)).toBe(true)
  expect(isAbandoned(elsewhere(now - 3_500_000), now)).toBe(false)
  expect(isAbandoned(elsewhere(now - 3_700_000), now)).toBe(true)
  expect(isAbandoned(`draft-${now - 3_700_000}-0`, now)).toBe(true)
  for (const name of ['current.json', `build-${draftId(1)}`, `${'a'.repeat(32)}.1`])
    expect(isAbandoned(name, now)).toBe(false)
})
