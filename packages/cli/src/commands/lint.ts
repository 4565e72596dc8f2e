import { type CatalogTool, formatLintReport, lintCatalog } from '@toolscout/evaluation'
import type { LintSeverity } from '@toolscout/evaluation/internal'
import { isJsonObject } from '@toolscout/model/internal'
import { openCatalog } from '../catalog/open-catalog.ts'
import { EXIT_CODES, GateFailedError } from '../errors.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shownText } from '../terminal/columns.ts'
import { requireServers, toCatalogOptions } from './shared.ts'

/** Options of `lint`. */
export interface LintOptions extends ListedOptions {
  readonly server?: readonly string[]
  readonly failOn: LintSeverity | 'never'
  readonly examples: number
}

const SEVERITIES: readonly LintSeverity[] = ['error', 'warning', 'info']

/** Says what is wrong with the tools themselves. Rejects with `GATE_FAILED` for findings of the severity that was named. */
export async function lint(options: LintOptions, context: CommandContext): Promise<undefined> {
  const { host, output } = context
  const catalog = await openCatalog(toCatalogOptions(options), context)
  const { server: servers } = options
  if (servers !== undefined) await requireServers(servers, catalog)
  const listings = await catalog.listings()
  const tools = listings
    .filter(({ server }) => servers?.includes(server) ?? true)
    .flatMap(({ server, definitions }) =>
      definitions.flatMap((definition) => toCatalogTool(server, definition)),
    )
  const progress = output.progress('looking')
  try {
    const report = await lintCatalog(tools, {
      signal: host.signal,
      onProgress: (done) => progress.update(Math.min(done, tools.length), tools.length),
    })
    progress.end()
    const grave =
      options.failOn === 'never' ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(options.failOn) + 1)
    const found = report.findings.filter(({ severity }) => grave.includes(severity))
    const problems = found.map(({ code, message }) => `${code}: ${message}`)
    const exitCode = found.length === 0 ? EXIT_CODES.ok : EXIT_CODES.gate
    output.give({ ...report, problems, exitCode }, () =>
      shownText(formatLintReport(report, { examples: options.examples }).trimEnd()),
    )
    if (found.length === 0) return
    throw new GateFailedError(
      `${found.length} findings of ${grave.join(', ')}; --fail-on never lets them pass.`,
      problems,
    )
  } finally {
    progress.end()
  }
}

/** A tool without a name has no id to report; the listing says that it was left out. */
function toCatalogTool(server: string, definition: unknown): readonly CatalogTool[] {
  if (!isJsonObject(definition) || typeof definition.name !== 'string') return []
  const tool = { ...definition, id: `${server}:${definition.name}`, namespace: server }
  return [tool as unknown as CatalogTool]
}
