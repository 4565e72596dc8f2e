// The low-level packages without the facade: an index with a searcher of one's own choice, docs beside it.
import assert from 'node:assert/strict'
import { createToolIndex } from '@toolscout/index'
import { toExportName } from '@toolscout/model'
import { createSchemaValidator, formatSignature } from '@toolscout/schema'
import { createBm25Searcher, createRegexSearcher } from '@toolscout/search'
import { createToolDocStore } from '@toolscout/tooldoc'

const inputSchema = {
  type: 'object',
  properties: {
    repo: { type: 'string' },
    title: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
  },
  required: ['repo', 'title'],
}
const definitions = [
  { name: 'create_issue', description: 'Open a new issue in a repository', inputSchema },
  {
    name: 'close_issue',
    description: 'Close an issue',
    inputSchema,
    annotations: { destructiveHint: false },
  },
  { name: 'createPullRequest', description: 'Propose changes for review', inputSchema },
]

// Weights and formula parameters are options; here the name counts even more than usual.
const index = createToolIndex({ searcher: createBm25Searcher({ weights: { name: 5 }, k1: 0.9, b: 0.4 }) })
const changes: string[] = []
index.onChange((event) => changes.push(...event.changes.map((change) => change.type)))

const report = index.registerMcp('github', definitions)
assert.equal(report.registered.length, 3)

for (const query of ['create issue', 'createPullRequest', 'pull_request', 'PULL REQUEST']) {
  const [hit] = (await index.search(query, { limit: 1, explain: true })).hits
  console.log(`${query} -> ${hit?.id}, ${hit?.explanation?.label}: ${hit?.explanation?.value.toFixed(3)}`)
  assert.match(hit?.id ?? '', query.startsWith('create issue') ? /create_issue/ : /createPullRequest/)
}

// The same documents under a second searcher.
const patterns = createToolIndex({ searcher: createRegexSearcher() })
patterns.registerMcp('github', definitions)
assert.equal((await patterns.search('_issue$')).hits.length, 2)

const { tool } = index.getOrThrow('github:create_issue')
console.log(toExportName(tool.id), formatSignature(tool))
assert.equal(toExportName(tool.id), 'github__create_issue')

const validator = createSchemaValidator()
const checked = await validator.validate(tool.inputSchema, { repo: 'toolscout' })
assert.equal(checked.valid, false)

const docs = createToolDocStore({ getTool: (id) => index.get(id)?.tool, validator })
await docs.register(tool.id, {
  notes: 'Labels must exist.',
  examples: [{ arguments: { repo: 'a', title: 'b' } }],
})
const doc = await docs.describe(tool.id, 'full')
assert.equal(doc.notes, 'Labels must exist.')
assert.deepEqual(changes, ['registered', 'registered', 'registered'])
console.log('Everything fits together.')
