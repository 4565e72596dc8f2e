// Starts real MCP servers, finds tools for requests in plain words, shows what they cost, and calls one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiscovery, type Discovery } from '@toolscout/discovery'
import { countTokens } from 'gpt-tokenizer'
import { localToolDocs, localTools } from './local-tools.ts'
import { block, bold, dim, number } from './print.ts'
import { demoServers } from './servers.ts'
import { callThroughGateway } from './through-gateway.ts'

/** What is asked, in the words of people, and the tool that must come first. */
const REQUESTS: readonly (readonly [request: string, expected: string])[] = [
  ['what time is it in Tokyo?', 'local:current_time'],
  ['find all markdown files in my notes folder', 'filesystem:search_files'],
  ['show me the first ten lines of notes.md', 'filesystem:read_text_file'],
  ['remember that Anna likes tea', 'memory:add_observations'],
  ['give this file another name', 'filesystem:move_file'],
]
const LIMIT = 5

async function main(): Promise<void> {
  const words = process.argv.slice(2).join(' ').trim()
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-demo-'))
  await writeFile(join(folder, 'notes.md'), '# Notes\nToolscout finds the right tool.\n')
  const scout = createDiscovery({ countTokens: (text) => countTokens(text) })
  const interrupt = (): void => void scout.close().finally(() => process.exit(130))
  process.once('SIGINT', interrupt)
  try {
    await openCatalog(scout, folder)
    const inline = inlineTokens(scout)
    if (words !== '') await answer(scout, words, inline)
    else for (const [request, expected] of REQUESTS) await answer(scout, request, inline, expected)
    await callOne(scout, folder)
    await callThroughGateway(folder)
    console.log(`\n${bold('Next:')} npm run demo -- your own words, or docs/start.md for ten lines of code.`)
  } finally {
    process.off('SIGINT', interrupt)
    await scout.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openCatalog(scout: Discovery, folder: string): Promise<void> {
  const local = await scout.register(localTools, { namespace: 'local', toolDocs: localToolDocs })
  const report = await scout.connectServers(demoServers(folder), {
    onProgress: ({ server, state, elapsedMs }) => {
      if (state !== 'connecting') console.log(dim(`  ${server} ${state} after ${Math.round(elapsedMs)} ms`))
    },
  })
  for (const { name, error } of report.failures) console.log(`  ${name} failed: ${error.message}`)
  if (report.connected.length < 4) throw new TypeError('The demo needs its four servers.')
  // What no server says of its own tool, said here; searches find it as well.
  await scout.addDocs('filesystem:search_files', {
    notes:
      'Patterns are globs and match whole paths below the folder; a `*` stops at a slash, `**` does not.',
    examples: [{ title: 'Every Markdown file', arguments: { path: folder, pattern: '**/*.md' } }],
  })
  const counts = report.connected.map(({ source, registered }) => `${source} ${registered.length}`)
  console.log(bold(`${scout.index.size} tools: ${counts.join(', ')}, local ${local.registered.length}\n`))
}

/** What a context costs with every definition in it, the way model providers are sent tools. */
function inlineTokens(scout: Discovery): number {
  const definitions = scout.index
    .list()
    .map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema }))
  return countTokens(JSON.stringify(definitions))
}

async function answer(scout: Discovery, request: string, inline: number, expected?: string): Promise<void> {
  console.log(bold(`“${request}”`))
  const start = performance.now()
  const { hits, unmatchedTerms, verdict } = await scout.search(request, { limit: LIMIT })
  const elapsed = performance.now() - start
  hits.forEach(({ id, score, summary }, i) => {
    console.log(
      `  ${i + 1}. ${id.padEnd(34)} ${score.toFixed(2).padStart(5)}  ${dim(summary.summary.slice(0, 70))}`,
    )
  })
  console.log(
    dim(
      `  ${verdict?.level ?? 'listed'}, ${elapsed.toFixed(2)} ms${unmatchedTerms.length > 0 ? `; no tool mentions: ${unmatchedTerms.join(', ')}` : ''}`,
    ),
  )
  const [best] = hits
  if (expected !== undefined && best?.id !== expected)
    throw new TypeError(`${expected} must come first for “${request}”.`)
  if (best === undefined) return console.log('  Nothing fits.\n')
  // The levels of detail, once.
  const isFirst = expected === undefined || expected === REQUESTS[0]?.[1]
  for (const detail of isFirst ? (['summary', 'schema', 'full'] as const) : []) {
    const { text, tokens } = await scout.render([best], {
      detail,
      format: 'markdown',
      budgetTokens: 2_000,
    })
    console.log(`    ${bold(detail)} ${dim(`${tokens} tokens`)}\n${block(text.trimEnd(), 12)}`)
  }
  const listing = await scout.render(hits, { detail: 'summary', format: 'signature', budgetTokens: 1_000 })
  // With its description, as it stands among the definitions it is compared with.
  const { docs } = await scout.describe(best.id, { detail: 'schema' })
  const schema = docs.map(({ tool }) => [tool?.id, tool?.description, tool?.inputSchema, tool?.outputSchema])
  const now = listing.tokens + countTokens(JSON.stringify(schema))
  const saved = (100 * (1 - now / inline)).toFixed(0)
  console.log(
    `    context: ${number(inline)} tokens with every definition inline, ${number(now)} now (${saved} % less)\n`,
  )
}

async function callOne(scout: Discovery, folder: string): Promise<void> {
  const [hit] = (
    await scout.search('search files by pattern', { limit: 1, filter: { servers: ['filesystem'] } })
  ).hits
  if (hit === undefined) throw new TypeError('The file search of the filesystem server was not found.')
  const result = await scout.call(hit.id, { path: folder, pattern: '**/*.md' })
  const text = result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')
  console.log(bold(`Calling ${hit.id} for real:`))
  console.log(block(String(text), 5))
  if (result.isError === true || !String(text).includes('notes.md'))
    throw new TypeError('The call did not find the file.')
}

await main()
