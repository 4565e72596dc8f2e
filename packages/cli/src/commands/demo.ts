import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { advise, CACHED_PRICES, TASK_CALLS, WINDOW_TOKENS } from '@toolscout/evaluation/internal'
import { useCatalog } from '../catalog/open-catalog.ts'
import type { ExitCode } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext, CommonOptions } from '../program/options.ts'
import { numberOfKinds } from '../terminal/columns.ts'
import { createOutput, type Output } from '../terminal/output.ts'
import { measureCatalog } from '../tokens/measure-catalog.ts'
import { call } from './call.ts'
import { search } from './search.ts'

/** Servers as their authors publish them; npx installs them the first time. */
const VERSION = '2026.8.31'

/** What is asked in the words of people; no tool does the last. */
const REQUESTS = [
  'show me the first ten lines of notes.md',
  'remember that Anna likes tea',
  'give this file another name',
  'think about it step by step',
  'book a flight to Rome',
]

/** Options of `demo`. */
export interface DemoOptions extends CommonOptions {
  /** Milliseconds. */
  readonly timeout?: number
}

/** Runs commands over four real servers, in a folder that is deleted afterwards. Nothing else is read or written. */
export async function demo(
  { timeout, quiet = false }: DemoOptions,
  { host: own }: CommandContext,
  words: readonly string[],
): Promise<ExitCode | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-demo-'))
  const env = { ...own.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state') }
  const host: CliHost = { ...own, env, cwd: folder }
  // The notes of each command would come between its answers.
  const context = { host, output: createOutput(host, { isJson: false, isQuiet: true }) }
  const shown = createOutput(host, { isJson: false, isQuiet: quiet })
  try {
    await writeFile(join(folder, 'notes.md'), '# Notes\nToolscout finds the right tool.\n')
    const config = join(folder, 'mcp.json')
    await writeFile(config, JSON.stringify({ mcpServers: serversFor(folder) }))
    const options = { config: [config], isolated: true, ...(timeout !== undefined && { timeout }) }
    shown.note('Four servers from npm are listed; npx installs them the first time.')
    await useCatalog(options, { host, output: shown }, async (catalog) => {
      const { servers } = catalog.kept
      const entries = (await catalog.listings()).flatMap(({ definitions }) => definitions)
      say(host, `${numberOfKinds(entries)} of ${servers.length} servers.`)
    })
    for (const request of words.length > 0 ? [words.join(' ')] : REQUESTS) {
      say(host, '', shown.palette.bold(`toolscout search ${request}`))
      await search({ ...options, mode: 'auto', limit: 2 }, context, [request])
    }
    say(host, '', shown.palette.bold('toolscout call filesystem:read_text_file path=notes.md'))
    const exitCode = await call(options, context, [
      'filesystem:read_text_file',
      `path=${join(folder, 'notes.md')}`,
    ])
    await tellSaved(options, context)
    say(host, `Next: "toolscout init" takes over the servers of your own clients.`)
    return exitCode
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function say({ stdout }: CliHost, ...lines: readonly string[]): void {
  stdout.write(`${lines.join('\n')}\n`)
}

/** What a model reads less at the start, when a search stands for the definitions. */
async function tellSaved(
  options: { readonly config: readonly string[]; readonly isolated: boolean },
  context: { readonly host: CliHost; readonly output: Output },
): Promise<void> {
  const { signal } = context.host
  await useCatalog(options, context, async (catalog) => {
    const { providers } = await measureCatalog(await catalog.open(), {
      providers: ['mcp'],
      calls: TASK_CALLS,
      prices: CACHED_PRICES,
      signal,
    })
    const [costs] = providers
    if (costs === undefined) return
    const [before, after] = [costs.inline.start, costs.meta.start].map((tokens) =>
      tokens.toLocaleString('en-US'),
    )
    say(
      context.host,
      '',
      `Saved at the start: a prompt has ${after} tokens of tools in place of ${before}.`,
      `Over a task of ${TASK_CALLS} calls: ${advise(costs, WINDOW_TOKENS).reason}`,
    )
  })
}

function serversFor(folder: string): object {
  const npx = (name: string, ...more: readonly string[]): object => ({
    command: 'npx',
    args: ['-y', `@modelcontextprotocol/server-${name}@${VERSION}`, ...more],
  })
  return {
    everything: npx('everything'),
    filesystem: npx('filesystem', folder),
    memory: { ...npx('memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
    thinking: npx('sequential-thinking'),
  }
}
