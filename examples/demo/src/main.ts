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
const REQUESTS = [
  ['what time is it in Tokyo?', 'local:current_time'],
  ['find all markdown files in my notes folder', 'filesystem:search_files'],
  ['show me the first ten lines of notes.md', 'filesystem:read_text_file'],
  ['remember that Anna likes tea', 'memory:add_observations'],
  ['give this file another name', 'filesystem:move_file'],
] as const

async function main(): Promise<void> {
  const words = process.argv.slice(2).join(' ').trim()
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-demo-'))
  await writeFile(join(folder, 'notes.md'), '# Notes\nToolscout finds the right tool.\n')
  const scout = createDiscovery({ countTokens: (text) => countTokens(text) })
  const interrupt = (): void => void scout.close().finally(() => process.exit(130))
  process.once('SIGINT', interrupt)
  try {
    await openCatalog(scout, folder)
    if (words !== '') await answer(scout, words)
    else for (const [request, expected] of REQUESTS) await answer(scout, request, expected)
    await showLevels(scout, words === '' ? REQUESTS[0][0] : words)
    await callOne(scout, folder)
    const tokens = await callThroughGateway(folder)
    const inline = inlineTokens(scout)
    console.log(
      `\n${bold('Saved at the start:')} a prompt has ${number(tokens)} tokens of tools in place of ${number(inline)}, ${percent(tokens, inline)} % less. Searches cost later: "toolscout tokens" adds up ten calls, and says whether to defer.`,
    )
    console.log(`${bold('Next:')} npm run demo -- your own words, or docs/start.md for ten lines of code.`)
  } finally {
    process.off('SIGINT', interrupt)
    await scout.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openCatalog(scout: Discovery, folder: string): Promise<void> {
  const local = await scout.register(localTools, { namespace: 'local', toolDocs: localToolDocs })
  const report = await scout.connectServers(demoServers(folder))
  for (const { name, error } of report.failures) console.log(`  ${name} failed: ${error.message}`)
  if (report.connected.length < 4) throw new TypeError('The demo needs its four servers.')
  // What no server says of its own tool, said here; searches find it as well.
  await scout.addDocs('filesystem:search_files', {
    notes:
      'Patterns are globs and match whole paths below the folder; a `*` stops at a slash, `**` does not.',
    examples: [{ title: 'Every Markdown file', arguments: { path: folder, pattern: '**/*.md' } }],
  })
  const counts = report.connected.map(({ source, registered }) => `${source} ${registered.length}`)
  console.log(
    `${bold(`${scout.index.size} tools`)} of four real servers and this program: ${counts.join(', ')}, local ${local.registered.length}\n`,
  )
}

/** What a context costs with every definition in it, the way model providers are sent tools. */
function inlineTokens(scout: Discovery): number {
  const definitions = scout.index
    .list()
    .map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema }))
  return countTokens(JSON.stringify(definitions))
}

function percent(now: number, before: number): string {
  return (100 * (1 - now / before)).toFixed(0)
}

async function answer(scout: Discovery, request: string, expected?: string): Promise<void> {
  const start = performance.now()
  const { hits, verdict } = await scout.search(request, { limit: 3 })
  const elapsed = performance.now() - start
  const [best, ...others] = hits
  if (expected !== undefined && best?.id !== expected)
    throw new TypeError(`${expected} must come first for “${request}”.`)
  console.log(`${bold(`“${request}”`)} ${dim(`${verdict?.level ?? 'listed'}, ${elapsed.toFixed(1)} ms`)}`)
  if (best === undefined) return console.log('  Nothing fits.')
  console.log(`  ${best.id}  ${dim(best.summary.summary.slice(0, 70))}`)
  if (others.length > 0) console.log(dim(`  then ${others.map(({ id }) => id).join(', ')}`))
}

/** The levels of detail of what is found first, and what each costs. */
async function showLevels(scout: Discovery, request: string): Promise<void> {
  const { hits } = await scout.search(request, { limit: 1 })
  if (hits.length === 0) return
  console.log(`\n${bold('What a model is told of it, as it needs more:')}`)
  for (const detail of ['summary', 'schema', 'full'] as const) {
    const { text, tokens } = await scout.render(hits, { detail, format: 'markdown', budgetTokens: 2_000 })
    console.log(`  ${detail} ${dim(`${tokens} tokens`)}\n${block(text.trimEnd(), 6)}`)
  }
}

async function callOne(scout: Discovery, folder: string): Promise<void> {
  const [hit] = (
    await scout.search('search files by pattern', { limit: 1, filter: { servers: ['filesystem'] } })
  ).hits
  if (hit === undefined) throw new TypeError('The file search of the filesystem server was not found.')
  const result = await scout.call(hit.id, { path: folder, pattern: '**/*.md' })
  const text = result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')
  console.log(`\n${bold(`Calling ${hit.id}:`)}\n${block(String(text), 3)}`)
  if (result.isError === true || !String(text).includes('notes.md'))
    throw new TypeError('The call did not find the file.')
}

await main()
