import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type ConformanceSuite, findSuite, runSuite } from '../suite.ts'
import { NOT_SCORED, SERVER_SCENARIOS } from './scenarios.ts'
import { startSdkFixture } from './sdk-fixture.ts'
import { serveGateway, serveLocally } from './served-gateway.ts'

const suite = findSuite()
const SUITE_MS = 60_000

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  readonly errorMessage?: string
}

/** Runs every scenario against a server, and has each pass without so much as a warning. */
async function expectConformance(found: ConformanceSuite, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const args = ['--url', url, '--suite', 'all', '--spec-version', '2025-11-25', '-o', folder]

  const { passed, output } = await runSuite(found, ['server', ...args], SUITE_MS)

  const outcomes = new Map<string, readonly Check[]>()
  for (const name of readdirSync(folder)) {
    const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))
    outcomes.set(name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'), checks)
  }
  expect([...outcomes.keys()].sort()).toEqual(SERVER_SCENARIOS)
  for (const [scenario, checks] of outcomes) {
    const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    expect(faults, scenario).toEqual([])
    expect(
      checks.some(({ status }) => status === 'SUCCESS'),
      scenario,
    ).toBe(true)
  }
  expect(passed, output).toBe(true)
}

if (suite === undefined) {
  it.skip('runs the conformance suite: it needs Node.js 24, which npm has no package of for this system')
} else {
  it('passes every scenario with tools, resources and prompts of this process', async () => {
    const serving = await serveLocally()
    onTestFinished(() => serving.close({ drainMs: 0 }))

    await expectConformance(suite, serving.url)
  })

  it('passes every scenario that 2026-07-28 requires', async () => {
    const serving = await serveLocally()
    onTestFinished(() => serving.close({ drainMs: 0 }))
    const next = findSuite('conformance-next') ?? suite

    const { passed, output } = await runSuite(
      next,
      ['server', '--url', serving.url, '--requirements', '2026-07-28'],
      SUITE_MS,
    )

    const summary = output.slice(output.indexOf('=== SUMMARY ==='))
    const failed = [...summary.matchAll(/^✗ ([\w-]+):/gm)].map(([, name]) => name)
    // Extensions, and one that has no tool of ours to look at; the suite scores none of them.
    expect(failed).toEqual(NOT_SCORED)
    expect(passed, output).toBe(true)
    expect(serving.sessions()).toBe(0)
  })

  it('passes every scenario with the gateway in front of another server', async () => {
    const fixture = await startSdkFixture()
    onTestFinished(fixture.close)
    const serving = await serveGateway(fixture.url)
    onTestFinished(() => serving.close({ drainMs: 0 }))

    await expectConformance(suite, serving.url)
  })
}
