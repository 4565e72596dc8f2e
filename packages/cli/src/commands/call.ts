import { createDiscovery, type ToolResult } from '@toolscout/discovery'
import { raceSignal } from '@toolscout/model/internal'
import { CliUsageError } from '../errors.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import type { CliHost } from '../host.ts'
import { requireTrusted } from '../pins/require-trusted.ts'
import type { CommandContext } from '../program/command.ts'
import type { ListedOptions } from '../program/options.ts'
import { MAX_STDIN_BYTES, readArguments } from './call-arguments.ts'
import { findServer } from './find-server.ts'
import { formatResult } from './format-result.ts'

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
