import { type CatalogTool, formatLintReport, lintCatalog } from '@toolscout/evaluation'
import type { LintSeverity } from '@toolscout/evaluation/internal'
import { isJsonObject } from '@toolscout/model/internal'
import { useCatalog } from '../catalog/open-catalog.ts'
import { CliError, EXIT_CODES } from '../errors.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shownText } from '../terminal/columns.ts'
import { requireServers } from './shared.ts'

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
  const { server: servers, failOn, examples } = options
  return useCatalog(options, context, async (catalog) => {
    await requireServers(servers, catalog.servers())
    const tools = (await catalog.listings())
      .filter(({ server }) => servers?.includes(server) ?? true)
      .flatMap(({ server, definitions }) =>
        definitions.flatMap((definition) => toCatalogTool(server, definition)),
      )
    const report = await output.progress('looking', (update) => {
      update(0, tools.length)
      return lintCatalog(tools, {
        signal: host.signal,
        onProgress: (done) => update(Math.min(done, tools.length), tools.length),
      })
    })
    const grave = failOn === 'never' ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1)
    const problems = report.findings
      .filter(({ severity }) => grave.includes(severity))
      .map(({ code, message }) => `${code}: ${message}`)
    const exitCode = problems.length === 0 ? EXIT_CODES.ok : EXIT_CODES.gate
    output.give({ ...report, problems, exitCode }, () =>
      shownText(formatLintReport(report, { examples }).trimEnd()),
    )
    if (problems.length === 0) return
    const message = `${problems.length} findings of ${grave.join(', ')}; --fail-on never ignores them.`
    throw new CliError('GATE_FAILED', message)
  })
}

/** A tool without a name has no id to report; the listing says that it was left out. */
function toCatalogTool(server: string, definition: unknown): readonly CatalogTool[] {
  if (!isJsonObject(definition) || typeof definition.name !== 'string') return []
  // What is asked of tools is not asked of prompts.
  if (definition.kind !== undefined) return []
  const tool = { ...definition, id: `${server}:${definition.name}`, namespace: server }
  return [tool as unknown as CatalogTool]
}
