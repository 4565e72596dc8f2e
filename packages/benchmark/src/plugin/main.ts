#!/usr/bin/env node
// How long OpenCode waits for the plugin: a fresh process each time, with servers that never answer. The first argument
// is another runtime to measure with, such as the path of bun.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'

showHelp('How long OpenCode waits for the plugin.', [
  'RUNTIME  another runtime to measure with, such as the path of bun',
])

const RUNS = 15
const SERVERS = 10

const require = createRequire(import.meta.url)
const root = require.resolve('@toolscout/opencode/toolbox.schema.json')
const bundle = root.replace('toolbox.schema.json', 'bundle/index.js')
const entry = existsSync(bundle) ? bundle : root.replace('toolbox.schema.json', 'dist/index.js')
const runtimes = [process.execPath, ...process.argv.slice(2, 3)]
const folder = await mkdtemp(join(tmpdir(), 'toolscout-plugin-'))
const configPath = join(folder, 'toolbox.jsonc')
const scriptPath = join(folder, 'load.mjs')
const silent = { type: 'local', command: [process.execPath, '-e', 'setInterval(() => {}, 1_000_000)'] }
const mcp = Object.fromEntries(Array.from({ length: SERVERS }, (_, i) => [`silent_${i}`, silent]))
await writeFile(configPath, JSON.stringify({ mcp }))
await writeFile(
  scriptPath,
  `const begun = performance.now()
const { ToolboxPlugin } = await import(${JSON.stringify(entry)})
const imported = performance.now()
const hooks = await ToolboxPlugin({})
const loaded = performance.now()
console.log(JSON.stringify([imported - begun, loaded - imported, Object.keys(hooks.tool).length]))
process.exit()
`,
)
const machine = describeMachine()
process.stdout.write(
  `${SERVERS} servers that never answer, ${RUNS} processes each, milliseconds; ${machine.cpu}\n\n`,
)
process.stdout.write('| runtime | import, median | import, slowest | load, median | load, slowest |\n')
process.stdout.write('| --- | --- | --- | --- | --- |\n')
try {
  for (const runtime of runtimes) {
    const runs: (readonly number[])[] = []
    for (let i = 0; i < RUNS; i += 1) runs.push(await measure(runtime))
    const column = (at: number, share: number): string =>
      (
        percentile(
          runs.map((run) => run[at] ?? 0),
          share,
        ) ?? 0
      ).toFixed(1)
    const cells = [column(0, 0.5), column(0, 1), column(1, 0.5), column(1, 1)]
    process.stdout.write(`| ${[runtime.split('/').at(-1), ...cells].join(' | ')} |\n`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(runtime: string): Promise<readonly number[]> {
  const env = { ...process.env, OPENCODE_TOOLBOX_CONFIG: configPath, XDG_DATA_HOME: folder }
  const { stdout } = await promisify(execFile)(runtime, [scriptPath], { env })
  return JSON.parse(stdout) as number[]
}
