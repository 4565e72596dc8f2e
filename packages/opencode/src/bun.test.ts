import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { homePlaces } from './fixtures/host.ts'
import { localServer } from './fixtures/servers.ts'

/** Bun, which OpenCode runs in: what `TOOLSCOUT_BUN` names, or the one npm installed; `undefined` on other platforms. */
function findBun(): string | undefined {
  const { TOOLSCOUT_BUN } = process.env
  if (TOOLSCOUT_BUN !== undefined && TOOLSCOUT_BUN !== '') return TOOLSCOUT_BUN
  try {
    const manifest = createRequire(import.meta.url).resolve('@oven/bun-linux-x64/package.json')
    const bun = manifest.replace(/package\.json$/, 'bin/bun')
    return existsSync(bun) ? bun : undefined
  } catch {
    return undefined
  }
}

const bun = findBun()
if (bun === undefined && process.env.TOOLSCOUT_REQUIRE?.includes('bun'))
  throw new RangeError('There is no Bun.')

const SCRIPT = `
const { ToolboxPlugin } = await import(process.argv[1])
const hooks = await ToolboxPlugin({})
const context = { abort: new AbortController().signal }
const use = async (name, args) => JSON.parse((await hooks.tool[name].execute(args, context)).output)
const { tools } = await use('toolbox_search_bm25', { text: 'add two numbers' })
const sum = await use('toolbox_execute', { toolId: tools[0].name, arguments: { a: 2, b: 3 } })
await hooks.dispose()
console.log(JSON.stringify([tools[0].name, sum.success]))
`

it.skipIf(bun === undefined)('runs under Bun, and lets it end', async () => {
  const config = {
    mcp: { things: localServer('everything') },
    settings: { connection: { connectTimeout: 60_000 } },
  }
  const { configPath, home } = await homePlaces(config)
  const entry = new URL('./index.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(
    bun ?? '',
    ['--conditions=@toolscout/source', '-e', SCRIPT, entry],
    { env: { ...process.env, OPENCODE_TOOLBOX_CONFIG: configPath, XDG_DATA_HOME: home } },
  )
  expect(JSON.parse(stdout)).toEqual(['things_get-sum', true])
})
