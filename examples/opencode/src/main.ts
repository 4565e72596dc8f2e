// Loads the plugin as OpenCode does, with the configuration beside this folder, and uses it as a model would.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginInput, ToolContext } from '@opencode-ai/plugin'
import { ToolboxPlugin } from '@toolscout/opencode'

const require = createRequire(import.meta.url)
const memory = require.resolve('@modelcontextprotocol/server-memory/package.json')
const demo = require.resolve('@modelcontextprotocol/server-everything/package.json')
const home = await mkdtemp(join(tmpdir(), 'toolbox-'))
Object.assign(process.env, {
  OPENCODE_TOOLBOX_CONFIG: fileURLToPath(new URL('../toolbox.jsonc', import.meta.url)),
  XDG_DATA_HOME: home,
  MEMORY_SERVER: memory.replace('package.json', 'dist/index.js'),
  DEMO_SERVER: demo.replace('package.json', 'dist/index.js'),
})

const begun = performance.now()
const hooks = await ToolboxPlugin({} as PluginInput)
console.log(
  `Loaded in ${(performance.now() - begun).toFixed(1)} ms: ${Object.keys(hooks.tool ?? {}).join(', ')}`,
)

const asked: string[] = []
const context = {
  abort: new AbortController().signal,
  ask: async ({ patterns }: { patterns: string[] }) => void asked.push(...patterns),
} as unknown as ToolContext
const use = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const answer = await hooks.tool?.[name]?.execute(args, context)
  return JSON.parse(typeof answer === 'object' ? answer.output : '{}')
}

// What the model reads before it begins.
const prompt = { system: [] as string[] }
await hooks['experimental.chat.system.transform']?.({} as never, prompt)
console.log(prompt.system[0])
assert.match(prompt.system[0] ?? '', /Inside: memory_\*, demo_\*, gone_\*\./)

const { tools } = await use('toolbox_search_bm25', { text: 'add two numbers' })
const [best] = tools as { name: string; schema: { properties: object } }[]
assert.deepEqual([best?.name, Object.keys(best?.schema.properties ?? {})], ['demo_get-sum', ['a', 'b']])
const sum = await use('toolbox_execute', { toolId: best?.name, arguments: { a: 2, b: 3 } })
assert.deepEqual([sum.success, asked], [true, ['demo_get-sum']])
console.log(JSON.stringify(sum))

// Denied tools are absent, and removed tools are reported.
assert.equal((await use('toolbox_search_regex', { pattern: 'get-env' })).count, 0)
const { health } = await use('toolbox_status', {})
assert.equal((health as { status: string }).status, 'degraded')

await hooks.dispose?.()
assert.match(await readFile(join(home, 'opencode', 'toolbox.log'), 'utf8'), /\[INFO\] called/)
await rm(home, { recursive: true })
