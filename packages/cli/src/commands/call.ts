import { text } from 'node:stream/consumers'
import { createDiscovery, type Discovery } from '@toolscout/discovery'
import { UNKNOWN_META_KEY } from '@toolscout/discovery/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import type { McpServerFailure } from '@toolscout/mcp/internal'
import { type ContentBlock, type JsonValue, ToolNotFoundError, type ToolResult } from '@toolscout/model'
import { ENTRY_KINDS, isJsonObject, messageOf, quote, raceSignal, toIdPart } from '@toolscout/model/internal'
import { CacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { recallEras } from '../catalog/kept-eras.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { type LayeredConfig, type LayeredServer, loadServers, usableServers } from '../config/layers.ts'
import { CliError, EXIT_CODES, type ExitCode, exitCodeOfCode, usageError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { keptLogins } from '../login/auth-provider.ts'
import { ServerLogs } from '../logs/server-logs.ts'
import { requireTrusted } from '../pins/judge-tools.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { timeoutOf, withTimeout } from '../program/timeout.ts'
import { isTyped } from '../terminal/ask.ts'
import { shown, shownText } from '../terminal/columns.ts'
import { askArguments } from './ask-arguments.ts'
import { AskedPerson } from './asked-person.ts'
import { MAX_STDIN_BYTES, readArguments } from './call-arguments.ts'

/** Options of `call`. */
export interface CallOptions extends ListedOptions {
  readonly args?: string
}

/** A shell has no context to fill, and nothing reads on once the command has ended: a result is as long as it came. */
const WHOLE = Object.freeze({
  maxResultLength: Number.MAX_SAFE_INTEGER,
  maxResultBytes: Number.MAX_SAFE_INTEGER,
})

/** Runs a tool on its server, which is started for it and ended afterwards. */
export async function call(
  options: CallOptions,
  context: CommandContext,
  [id = '', ...pairs]: readonly string[],
): Promise<ExitCode> {
  const { host, output } = context
  const { signal } = host
  const timeoutMs = timeoutOf(options, host.env)
  if (options.catalog !== undefined)
    throw usageError('A catalog file has no servers to call; leave --catalog out.')
  const config = await loadServers(host, options)
  const servers = group(
    namedServer(id, config) ?? (await listingServer(id, config, { options, context })),
    config,
  )
  const logs = new ServerLogs(host)
  const discovery = createDiscovery({
    embedder: false,
    calls: WHOLE,
    // What ends a connection is in the answer of the call.
    onError: ({ source, error }) =>
      logs.add({ server: source ?? servers[0]?.name ?? '', kind: 'state', message: messageOf(error) }),
  })
  const isPerson = !output.isJson && isTyped(host)
  const person = new AskedPerson(host, isPerson, output.note)
  try {
    recallEras(await new CacheFolder(host).read(serversKey(usableServers(config))))
    const how = { ...connectingAs(host, timeoutMs), onDiagnostic: logs.add, client: person.client }
    const connect = (): Promise<readonly McpServerFailure[]> =>
      connectFirst(discovery, withTimeout(servers, timeoutMs), how)
    const failures = await whileWaiting('connecting', context, connect)
    const { failures: unknown } = await discovery.describe(id, { detail: 'summary', signal })
    const [failure] = [...failures, ...unknown]
    if (failure !== undefined) throw failure.error
    const registered = discovery.get(id)
    if (registered !== undefined) await requireTrusted(registered, servers, { host, config })
    const schema = registered?.tool.inputSchema ?? {}
    const isAsked = pairs.length === 0 && options.args === undefined && isPerson
    const args = isAsked
      ? await askArguments(schema, { host, lines: person.lines() })
      : await readArguments({ json: options.args, pairs }, schema, () => readStdin(host))
    const result = await whileWaiting(
      'calling',
      context,
      // The deadline is the server's, which stands still while the person is asked.
      () => discovery.call(id, args, { signal }),
      () => person.isAsked,
    )
    // A call never throws; an interruption ends the command with its own exit code.
    signal.throwIfAborted()
    return tell(result, id, context)
  } finally {
    person.close()
    await discovery.close()
    await logs.written()
  }
}

type ConnectServersOptions = NonNullable<Parameters<Discovery['connectServers']>[1]>

function connectingAs(host: CliHost, timeoutMs: number | undefined): ConnectServersOptions {
  const timeouts = timeoutMs === undefined ? {} : { timeouts: { taskMs: timeoutMs } }
  return { signal: host.signal, authProvider: keptLogins(host), kinds: ENTRY_KINDS, ...timeouts }
}

/** Connects the first of these servers that can be; resolves with why none can. */
async function connectFirst(
  discovery: Discovery,
  servers: readonly McpServerConfig[],
  how: ConnectServersOptions,
): Promise<readonly McpServerFailure[]> {
  const all: McpServerFailure[] = []
  for (const server of servers) {
    const given = { servers: [server], failures: [], disabled: [], warnings: [] }
    const { failures } = await discovery.connectServers(given, how)
    if (failures.length === 0) return []
    all.push(...failures)
  }
  return all
}

/** Shows on a terminal how long something is waited for. */
function whileWaiting<T>(
  what: string,
  { host: { now }, output }: CommandContext,
  work: () => Promise<T>,
  isHeld: () => boolean = () => false,
): Promise<T> {
  const begun = now()
  return output.progress(what, async (update) => {
    const seconds = (): string => `${Math.round((now() - begun) / 1_000)} s`
    const drawing = setInterval(() => isHeld() || update(0, 0, seconds()), 1_000)
    try {
      return await work()
    } finally {
      clearInterval(drawing)
    }
  })
}

/** Kinds of failures (`failure` of a result) in which the server gave no answer. */
const NO_ANSWER: ReadonlySet<unknown> = new Set(['unsent', 'unavailable', 'sessionLost', 'ambiguous'])

function tell(result: ToolResult, id: string, { host, output }: CommandContext): ExitCode {
  const { isError = false, structuredContent } = result
  const isGone = NO_ANSWER.has(structuredContent?.failure)
  const failed = isGone ? EXIT_CODES.unreachable : exitCodeOfCode(String(structuredContent?.error))
  const exitCode = isError ? failed : EXIT_CODES.ok
  const isRefused = isError && structuredContent?.error === 'INVALID_ARGUMENTS'
  if (isRefused && !output.isJson) {
    host.stderr.write(`${formatResult(result)}\n`)
    return exitCode
  }
  // What is ours goes where notes go, so that the output of a pipe is the tool's alone.
  const isNoted = result._meta?.[UNKNOWN_META_KEY] !== undefined
  const note = isNoted && !output.isJson ? result.content.at(-1) : undefined
  const own = note === undefined ? result : { ...result, content: result.content.slice(0, -1) }
  output.give({ tool: id, isError, result, exitCode }, () => formatResult(own))
  if (note?.type === 'text') output.note(note.text)
  if (isError) output.note('The tool failed.')
  return exitCode
}

async function readStdin({ stdin, signal }: CliHost): Promise<string> {
  const bounded = async function* (): AsyncGenerator<Uint8Array | string> {
    let bytes = 0
    for await (const chunk of stdin) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > MAX_STDIN_BYTES)
        throw usageError(`stdin has more than ${MAX_STDIN_BYTES} bytes; arguments must be shorter.`)
      yield chunk
    }
  }
  return raceSignal(text(bounded()), signal)
}

/** A result for a terminal: its texts, what else there is by its kind, and its data where no text says it. */
export function formatResult({ content, structuredContent }: ToolResult): string {
  const parts = content.map(formatBlock)
  if (structuredContent !== undefined && !content.some(({ type }) => type === 'text'))
    parts.push(shownText(JSON.stringify(structuredContent satisfies JsonValue, undefined, 2)))
  return parts.join('\n')
}

function formatBlock(block: ContentBlock): string {
  if (block.type === 'text') return shownText(block.text, WHOLE.maxResultLength)
  if (block.type === 'image' || block.type === 'audio') {
    const bytes = Math.floor((block.data.length * 3) / 4)
    return `[${block.type} ${shown(block.mimeType, 80)}, ${bytes} bytes; --json has it]`
  }
  if (block.type === 'resource_link') return `[resource ${shown(String(block.uri))}]`
  const given: unknown = Reflect.get(block, 'resource')
  const resource = isJsonObject(given) ? given : {}
  return typeof resource.text === 'string'
    ? shownText(resource.text)
    : `[resource ${shown(String(resource.uri ?? ''))}]`
}

/** The server whose name a reference begins with, so that no other is started; else one that stands in for it. */
function namedServer(reference: string, { servers }: LayeredConfig): LayeredServer | undefined {
  const isNamed = (server: LayeredServer): boolean =>
    [':', '__'].some((mark) => reference.startsWith(`${toIdPart(namespaceOf(server))}${mark}`))
  const rank = (server: LayeredServer): number => (namespaceOf(server) === server.name ? 0 : 1)
  // Of `git` and `git__hub`, the longer name is meant.
  const byLength = (a: LayeredServer, b: LayeredServer): number =>
    namespaceOf(b).length - namespaceOf(a).length
  return servers.filter(isNamed).sort((a, b) => byLength(a, b) || rank(a) - rank(b))[0]
}

function namespaceOf({ name, state }: LayeredServer): string {
  return state.is === 'usable' ? (state.config.replicaOf ?? name) : name
}

/** A server and those that have the same tools, in the order in which they are tried. */
function group(server: LayeredServer, { servers }: LayeredConfig): readonly McpServerConfig[] {
  const others = servers.filter((one) => one !== server && namespaceOf(one) === namespaceOf(server))
  const usableOthers = others.flatMap(({ state }) => (state.is === 'usable' ? state.config : []))
  return server.state.is !== 'usable' && usableOthers.length > 0
    ? usableOthers
    : [usable(server), ...usableOthers]
}

/** The server that listed the tool. Rejects with `TOOL_NOT_FOUND`, and as opening the catalog does. */
async function listingServer(
  reference: string,
  { servers }: LayeredConfig,
  { options, context }: { readonly options: CallOptions; readonly context: CommandContext },
): Promise<LayeredServer> {
  const catalog = await openCatalog(options, context)
  try {
    const discovery = await catalog.open()
    const backend = discovery.get(reference)?.backends.find(({ kind }) => kind === 'mcp')
    const found = servers.find(({ name }) => backend?.kind === 'mcp' && name === backend.server)
    if (found !== undefined) return found
    const { failures } = await discovery.describe(reference, { detail: 'summary' })
    if (failures[0] !== undefined) throw failures[0].error
    throw new ToolNotFoundError(`There is no server of the tool ${quote(reference)}.`, reference)
  } finally {
    await catalog.close()
  }
}

function usable({ name, file, state }: LayeredServer): McpServerConfig {
  if (state.is === 'usable') return state.config
  if (state.is === 'broken') throw state.error
  throw new CliError('CONFIG_FILE_INVALID', `The server ${quote(name)} is switched off in ${file}.`)
}
