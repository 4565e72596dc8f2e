import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findNewerNode } from '@toolscout/testbed'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const node = findNewerNode()
const isNewer = process.getBuiltinModule?.('node:sqlite') !== undefined
const why = isNewer ? 'these are they' : 'npm has no Node.js 24 for this system'

it.skipIf(isNewer || node === undefined)(
  `keeps the same promises on node:sqlite (skipped where ${isNewer || node === undefined ? why : 'it cannot be run'})`,
  async () => {
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV)/.test(name))
    const { stdout } = await promisify(execFile)(
      node as string,
      [vitest, 'run', '--project', 'packages/store', 'src/sqlite', '--reporter=json'],
      {
        cwd: root,
        env: Object.fromEntries(inherited),
        maxBuffer: 2 ** 26,
      },
    ).catch((error: { readonly stdout: string }) => error)
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      readonly numPassedTests: number
      readonly testResults: readonly {
        readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
      }[]
    }
    const failed = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    )
    expect(failed).toEqual([])
    expect(report.numPassedTests).toBeGreaterThan(40)
  },
  600_000,
)
