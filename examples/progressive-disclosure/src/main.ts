// Everything an agent reads costs context. Show names first, then signatures, then everything about one tool.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { createDiscovery } from '@toolscout/discovery'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@modelcontextprotocol/server-filesystem/package.json')
const server = manifest.replace(/package\.json$/, 'dist/index.js')

const scout = createDiscovery()
await scout.connectServers({ mcpServers: { files: { command: process.execPath, args: [server, tmpdir()] } } })
await scout.addDocs('files:search_files', {
  notes: 'Patterns are globs. Hidden folders are searched too.',
  examples: [{ title: 'All notes', arguments: { path: tmpdir(), pattern: '**/*.md' } }],
})

const { hits } = await scout.search('find files whose name matches a pattern')
const ids = hits.map((hit) => hit.id)
assert.equal(ids[0], 'files:search_files')

// The budget decides how much is shown: the best tools get the most, what was cut is marked.
let shown = 0
for (const budgetTokens of [60, 300, 2_000]) {
  const rendering = await scout.render(ids, { detail: 'full', format: 'signature', budgetTokens })
  console.log(
    `\n--- ${rendering.tokens} of ${budgetTokens} tokens, ${rendering.omitted.length} tools left out`,
  )
  console.log(rendering.text)
  assert.ok(rendering.tokens <= budgetTokens)
  assert.ok(rendering.text.length >= shown)
  shown = rendering.text.length
}

// One tool at three levels.
for (const detail of ['summary', 'schema', 'full'] as const) {
  const { docs } = await scout.describe('files:search_files', { detail })
  const [doc] = docs
  assert.ok(doc)
  console.log(`\n--- ${detail}: ${Object.keys(doc).join(', ')}`)
  assert.equal(doc.tool === undefined, detail === 'summary')
  assert.equal(doc.examples?.length, detail === 'full' ? 1 : undefined)
}

// The same question costs the same bytes, so prompt caches hold.
const twice = await Promise.all(
  [1, 2].map(() => scout.render(hits, { format: 'markdown', budgetTokens: 500 })),
)
assert.equal(twice[0]?.text, twice[1]?.text)

await scout.close()
