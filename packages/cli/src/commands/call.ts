import { createDiscovery } from '@toolscout/discovery'
import type { McpServerConfig } from '@toolscout/mcp'
import { type ContentBlock, type JsonValue, ToolNotFoundError, type ToolResult } from '@toolscout/model'
import { quote, raceSignal, toIdPart } from '@toolscout/model/internal'
import { openCatalog } from '../catalog/open-catalog.ts'
import { type LayeredConfig, type LayeredServer, loadLayers, noServers } from '../config/layers.ts'
import type { PinSettings } from '../config/settings.ts'
import { CliUsageError, ConfigFileError, EXIT_CODES, type ExitCode } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { requireTrusted } from '../pins/judge-tools.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shown, shownText } from '../terminal/columns.ts'
import { MAX_STDIN_BYTES, readArguments } from './call-arguments.ts'
import { toCatalogOptions } from './shared.ts'

/** Options of `call`. */
export interface CallOptions extends ListedOptions {
  readonly args?: string
  /** Milliseconds. */
  readonly timeout?: number
}

/** Runs a tool on its server, which is started for it and ended afterwards. */
export async function call(
  { id, pairs }: { readonly id: string; readonly pairs: readonly string[] },
  options: CallOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { host } = context
  const { signal } = host
  const { server, pins: settings } = await findServer(id, options, context)
  const discovery = createDiscovery({ embedder: false })
  try {
    const { failures } = await discovery.connectServers(
      { servers: [server], failures: [], disabled: [], warnings: [] },
      { signal },
    )
    if (failures[0] !== undefined) throw failures[0].error
    const { failures: unknown } = await discovery.describe(id, { detail: 'summary', signal })
    if (unknown[0] !== undefined) throw unknown[0].error
    const tool = discovery.get(id)?.tool
    if (tool !== undefined) await requireTrusted(tool, { host, server, settings })
    const schema = tool?.inputSchema ?? {}
    const args = await readArguments({ json: options.args, pairs }, schema, () => readStdin(host))
    const result = await discovery.call(id, args, { signal, timeoutMs: options.timeout })
    // A call never throws; an interruption ends the command with its own exit code.
    signal.throwIfAborted()
    return tell(result, id, context)
  } finally {
    await discovery.close()
  }
}

function tell(result: ToolResult, id: string, { host, output }: CommandContext): ExitCode {
  const { isError = false, structuredContent } = result
  const isRefused = isError && structuredContent?.error === 'INVALID_ARGUMENTS'
  const exitCode = isRefused ? EXIT_CODES.usage : isError ? EXIT_CODES.failure : EXIT_CODES.ok
  if (isRefused && !output.isJson) {
    host.stderr.write(`${formatResult(result)}\n`)
    return exitCode
  }
  output.give({ tool: id, isError, result, exitCode }, () => formatResult(result))
  if (isError) output.note('The tool failed.')
  return exitCode
}

async function readStdin({ stdin, signal }: CliHost): Promise<string> {
  const read = async (): Promise<string> => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of stdin) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      bytes += part.length
      if (bytes > MAX_STDIN_BYTES)
        throw new CliUsageError(`stdin has more than ${MAX_STDIN_BYTES} bytes; arguments must be shorter.`)
      chunks.push(part)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
  return raceSignal(read(), signal)
}

/** A result for a terminal: its texts, what else there is by its kind, and its data where no text says it. */
export function formatResult({ content, structuredContent }: ToolResult): string {
  const parts = content.map(formatBlock)
  if (structuredContent !== undefined && !content.some(({ type }) => type === 'text'))
    parts.push(shownText(JSON.stringify(structuredContent satisfies JsonValue, undefined, 2)))
  return parts.join('\n')
}

function formatBlock(block: ContentBlock): string {
  if (block.type === 'text') return shownText(block.text)
  if (block.type === 'image' || block.type === 'audio') {
    const bytes = Math.floor((block.data.length * 3) / 4)
    return `[${block.type} ${shown(block.mimeType, 80)}, ${bytes} bytes; --json has it]`
  }
  if (block.type === 'resource_link') return `[resource ${shown(String(block.uri))}]`
  const resource = Reflect.get(block, 'resource')
  const member = (name: string): unknown =>
    typeof resource === 'object' && resource !== null ? Reflect.get(resource, name) : undefined
  const text = member('text')
  return typeof text === 'string' ? shownText(text) : `[resource ${shown(String(member('uri') ?? ''))}]`
}

/**
 * The server whose tool a reference names: the one whose name it begins with, so that no other is started, else the one
 * that listed it. Beside it, what is done about definitions that change.
 *
 * Rejects with `TOOL_NOT_FOUND`, with what is wrong with the server's configuration, and as opening the catalog does.
 */
export async function findServer(
  reference: string,
  options: ListedOptions,
  context: CommandContext,
): Promise<{ readonly server: McpServerConfig; readonly pins: PinSettings }> {
  if (options.catalog !== undefined)
    throw new CliUsageError('A catalog file has no server that could be called; leave --catalog out.')
  const layers = await loadLayers(context.host, options)
  if (layers.servers.length === 0) throw noServers(layers)
  const named = serverNamedBy(reference, layers)
  const { pins } = layers
  if (named !== undefined) return { server: usable(named), pins }
  const catalog = await openCatalog(toCatalogOptions(options), context)
  const discovery = await catalog.open()
  try {
    const found = discovery.get(reference)
    const backend = found?.backends.find(({ kind }) => kind === 'mcp')
    const server = layers.servers.find(({ name }) => backend?.kind === 'mcp' && name === backend.server)
    if (server !== undefined) return { server: usable(server), pins }
    const { failures } = await discovery.describe(reference, { detail: 'summary' })
    if (failures[0] !== undefined) throw failures[0].error
    throw new ToolNotFoundError(`There is no server of the tool ${quote(reference)}.`, reference)
  } finally {
    await discovery.close()
  }
}

function serverNamedBy(reference: string, { servers }: LayeredConfig): LayeredServer | undefined {
  const isNamed = ({ name }: LayeredServer): boolean =>
    [':', '__'].some((mark) => reference.startsWith(`${toIdPart(name)}${mark}`))
  // Of `git` and `git__hub`, the longer name is meant.
  return servers.filter(isNamed).sort((a, b) => b.name.length - a.name.length)[0]
}

function usable({ name, file, state }: LayeredServer): McpServerConfig {
  if (state.is === 'usable') return state.config
  if (state.is === 'broken') throw state.error
  throw new ConfigFileError(`The server ${quote(name)} is switched off in ${file}.`, file)
}
