import { expect, it } from 'vitest'
import { startServer } from '../fixtures/http-server.ts'
import { openLoom } from '../fixtures/open-loom.ts'
import { toolFolder } from '../fixtures/tool-folder.ts'
import { createCustomIndexer } from './custom-indexer.ts'

/** A tool in the form in which Loom shows one of a search engine. */
const searchTool = (endpoint: string, method = 'POST'): string => `apiVersion: loom/v1
kind: Tool
metadata:
  name: web_search
  description: Search the web for current information
  version: "1.0"
  labels: { category: information-retrieval, maturity: beta }
spec:
  input_schema:
    type: object
    properties:
      query: { type: string }
      max_results: { type: integer, default: 5, minimum: 1, maximum: 10 }
      include_domains: { type: array, items: { type: string } }
    required: [query]
  implementation:
    type: http
    config:
      endpoint: "${endpoint}/search"
      method: ${method}
      headers: { X-API-Key: "\${SEARCH_KEY}" }
      request_mapping:
        api_key: "\${SEARCH_KEY}"
        query: "{{query}}"
        max_results: "{{max_results}}"
        include_domains: "{{include_domains}}"
      response_mapping:
        results: $.results
        query: $.query
        response_time: $.response_time
      timeout_seconds: 30
      max_retries: 3
      rate_limit: { requests_per_minute: 60 }
  metadata: { requires_api_key: true, api_key_env: SEARCH_KEY }
`

async function searchWith(method: string, args: object) {
  const body = JSON.stringify({ results: [{ title: 'one' }], query: 'q', secret: 's' })
  const { origin, seen } = await startServer({ body })
  const { folder } = await toolFolder({ 'search.yaml': searchTool(origin, method) })
  const indexer = createCustomIndexer({ folder, allowHttp: [origin], env: { SEARCH_KEY: 'k3y' } })
  const { loom } = openLoom({ indexers: [indexer] })
  const report = await loom.indexAll()
  const result = await loom.call('custom:web_search', args)
  return { report, result, seen, tool: loom.getTool('custom:web_search') }
}

it('a tool as Loom writes it runs: what is sent by name, what of the answer by name, with its limit (LOOM-122)', async () => {
  const args = { query: 'x "y"', include_domains: ['a.example'] }
  const { report, result, seen, tool } = await searchWith('POST', args)
  expect(report.errors).toEqual([])
  expect(report.warnings).toEqual([expect.stringMatching(/^"search\.yaml", line 32: .*max_retries/u)])
  expect(tool).toMatchObject({ version: '1.0', rateLimit: { requestsPerMinute: 60 } })
  expect(seen).toMatchObject([{ method: 'POST', url: '/search', headers: { 'x-api-key': 'k3y' } }])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ api_key: 'k3y', ...args })
  // What is not in the answer is left out, and so is what nobody asked for.
  expect(result.structuredContent).toEqual({ results: [{ title: 'one' }], query: 'q' })
})

it('without a body what is sent by name is the query, and an argument is never read as a variable', async () => {
  const { seen } = await searchWith('GET', { query: `$\{SEARCH_KEY}` })
  expect(seen[0]?.url).toBe('/search?api_key=k3y&query=%24%7BSEARCH_KEY%7D')
})
