import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findSuite, runSuite } from '../suite.ts'
import { CLIENT_SCENARIOS, STATELESS_SCENARIOS, UNSUPPORTED_CLIENT_SCENARIOS } from './scenarios.ts'

const suite = findSuite()
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const SCENARIO_MS = 30_000

/** The suite measures when a client comes back, to 200 ms; on a machine that is busy with other tests that takes luck. */
const ATTEMPTS: Readonly<Record<string, number>> = { 'sse-retry': 4 }

if (suite === undefined) {
  it.skip('runs the conformance suite: it needs Node.js 24, which npm has no package of for this system')
} else {
  it('our client passes what 2026-07-28 requires', async () => {
    const next = findSuite('conformance-next') ?? suite
    const command = `${next.node} --conditions=@toolscout/source ${main}`
    const failed: string[] = []
    const waiting = STATELESS_SCENARIOS.values()
    const work = async (): Promise<void> => {
      for (const scenario of waiting) {
        const args = ['--scenario', scenario, '--spec-version', '2026-07-28', '--command', command]
        const { passed, output } = await runSuite(next, ['client', ...args], SCENARIO_MS)
        if (!passed) failed.push(`${scenario}: ${output}`)
      }
    }
    // None of them measures time, so several go at once.
    await Promise.all([work(), work(), work()])
    expect(failed).toEqual([])
  }, 240_000)

  it('knows every scenario of the suite', async () => {
    const { output } = await runSuite(suite, ['list', '--client'], SCENARIO_MS)
    const listed = [...output.matchAll(/^\s*- (\S+)/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual([...CLIENT_SCENARIOS, ...UNSUPPORTED_CLIENT_SCENARIOS].sort())
  })

  it.each(CLIENT_SCENARIOS)(
    'our client passes %s',
    { retry: 0, timeout: 4 * SCENARIO_MS },
    async (scenario) => {
      // Runs the sources, as all tests do.
      const command = `${suite.node} --conditions=@toolscout/source ${main}`
      const args = ['client', '--scenario', scenario, '--command', command, '--timeout', String(SCENARIO_MS)]
      for (let left = ATTEMPTS[scenario] ?? 1; left > 0; left -= 1) {
        const { passed, output } = await runSuite(suite, args, SCENARIO_MS)
        if (passed) return
        expect(left, output).toBeGreaterThan(1)
      }
    },
  )
}
