import { summarizeTwins } from '@toolscout/guard/internal'
import { describeMcpServer } from '@toolscout/mcp/internal'
import type { EntryKind, Tool } from '@toolscout/model'
import { groupBy } from '@toolscout/model/internal'
import { overlapLines } from '../catalog/compare-listings.ts'
import { useCatalog } from '../catalog/open-catalog.ts'
import type { SuspectTools } from '../catalog/scan-listings.ts'
import { loadServers, warnOfConfig } from '../config/layers.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { numberOfKinds, shown, shownText, toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { marksOf, requireServers, type ShownTool, summaryOf, toScan } from './shared.ts'

/** Options of `list`. */
export interface ListOptions extends ListedOptions {
  readonly server?: readonly string[]
  readonly kind?: EntryKind
  readonly servers?: boolean
  readonly tree?: boolean
  readonly tokens?: boolean
}

/** A tool as `list` shows it. */
type ListedTool = ShownTool & {
  /** Estimated, of its definition as a server lists it. */
  readonly tokens?: number
}

/** Lists tools by id, or the servers and where each was configured. */
export async function list(options: ListOptions, context: CommandContext): Promise<undefined> {
  if (options.servers === true) return listConfigured(options, context)
  return useCatalog(options, context, async (catalog) => {
    const { output } = context
    const { server: servers, kind } = options
    await requireServers(servers, catalog.servers())
    const { index } = await catalog.open()
    const suspects = await catalog.suspects()
    const costOf = options.tokens === true ? await definitionCost() : undefined
    const tools = index.list({ servers, kinds: kind && [kind] }).map(({ summary, tool }) => ({
      ...summaryOf(summary, suspects),
      ...(costOf && { tokens: costOf(tool) }),
    }))
    if (tools.length === 0 && catalog.kept.tools > 0) output.note('No tools.')
    const ids = new Set(tools.map(({ id }) => id))
    const twins = (await catalog.twins()).filter((twin) => twin.tools.every((id) => ids.has(id)))
    const listedAt = new Date(catalog.kept.listedAt).toISOString()
    // What else is kept of a server is for the cache alone.
    const listed = catalog.kept.servers.map(({ key: _, era: __, instructions: ___, ...own }) => own)
    output.give({ tools, twins, servers: listed, listedAt }, () =>
      (options.tree === true ? toTree(tools, suspects, output) : toLines(tools, suspects, output)).join('\n'),
    )
    for (const line of overlapLines(summarizeTwins(twins))) output.note(line)
  })
}

/** What a definition costs in a prompt. Loaded only where it is asked for. */
async function definitionCost(): Promise<(tool: Tool) => number> {
  const { PROVIDER_SHAPES } = await import('../tokens/provider-shapes.ts')
  const { tokensOf } = await import('@toolscout/evaluation/internal')
  return (tool) => tokensOf(PROVIDER_SHAPES.mcp.define(tool))
}

function toLines(
  tools: readonly ListedTool[],
  suspects: SuspectTools,
  output: Output,
  nameOf: (tool: ListedTool) => string = ({ id }) => id,
): readonly string[] {
  const { cyan, dim } = output.palette
  const rows = tools.map((tool) => [
    cyan(shown(nameOf(tool))),
    ...(tool.tokens === undefined ? [] : [dim(tool.tokens.toLocaleString('en-US').padStart(6))]),
    tool.summary,
  ])
  return toColumns(rows, output.columns).flatMap((line, i) => [
    line,
    ...marksOf(suspects.get(tools[i]?.id ?? ''), output),
  ])
}

/** The tools below their servers, with the sums of each. */
function toTree(tools: readonly ListedTool[], suspects: SuspectTools, output: Output): readonly string[] {
  const { bold, dim } = output.palette
  const byServer = groupBy(tools, ({ server = 'no server' }) => server)
  return [...byServer].flatMap(([server, own]) => {
    const tokens = own.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0)
    const cost = tokens === 0 ? '' : `, ${tokens.toLocaleString('en-US')} tokens`
    const branch = toLines(own, suspects, output, ({ id }) => id.slice(id.indexOf(':') + 1))
    return [
      `${bold(shown(server))} ${dim(`${numberOfKinds(own)}${cost}`)}`,
      ...branch.map((line) => `  ${line}`),
    ]
  })
}

async function listConfigured(options: ListOptions, { host, output }: CommandContext): Promise<undefined> {
  const config = await loadServers(host, options)
  warnOfConfig(config, output)
  const servers = config.servers.map(({ name, kind: layer, file, overrides, state }) => {
    const usable = state.is === 'usable' ? state.config : undefined
    const { code, message } = state.is === 'broken' ? state.error : {}
    return {
      name,
      layer,
      file,
      overrides,
      state: state.is,
      transport: usable?.transport,
      where: usable && describeMcpServer(usable),
      problem: code === undefined ? undefined : { code, message },
    }
  })
  const { bold, dim, red } = output.palette
  output.give({ servers }, () =>
    toColumns(
      servers.map(({ name, layer, file, state, where, problem, overrides }) => [
        bold(shown(name)),
        state === 'broken' ? red(state) : state,
        dim(`${layer}: ${file}${overrides.length === 0 ? '' : ` (in place of ${overrides.join(', ')})`}`),
        shown(problem?.message ?? where ?? '', 400),
      ]),
    ).join('\n'),
  )
}

/** Options of `describe`. */
export interface DescribeOptions extends ListedOptions {
  readonly detail: 'summary' | 'schema' | 'full'
}

/** Enough for any tool there is: a person asked for these, and has no budget. */
const BUDGET_TOKENS = 1_000_000

/** Describes tools. Rejects with `TOOL_NOT_FOUND` for the first unknown one. */
export async function describe(
  options: DescribeOptions,
  context: CommandContext,
  names: readonly string[],
): Promise<undefined> {
  const { detail } = options
  const { signal } = context.host
  return useCatalog(options, context, async (catalog) => {
    const discovery = await catalog.open()
    const { docs, failures } = await discovery.describe(names, { detail, signal })
    if (failures[0] !== undefined) throw failures[0].error
    const suspects = await catalog.suspects()
    const rendering = { detail, format: 'markdown', budgetTokens: BUDGET_TOKENS, signal } as const
    const texts: string[] = []
    for (const { id } of docs) {
      const { text } = await discovery.render([id], rendering)
      texts.push([...marksOf(suspects.get(id), context.output), shownText(text)].join('\n'))
    }
    const tools = docs.map((doc) => {
      const suspect = suspects.get(doc.id)
      return suspect === undefined ? doc : { ...doc, scan: toScan(suspect) }
    })
    context.output.give({ tools }, () => texts.join('\n'))
  })
}
