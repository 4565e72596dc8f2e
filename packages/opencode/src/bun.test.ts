import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { homePlaces } from './fixtures/host.ts'
import { localServer } from './fixtures/servers.ts'

/** Bun, where it is: what `TOOLSCOUT_BUN` names, or the one on the path. */
function findBun(): string | undefined {
  const name = process.env.TOOLSCOUT_BUN ?? 'bun'
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return name
  } catch {
    return undefined
  }
}

const bun = findBun()

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
