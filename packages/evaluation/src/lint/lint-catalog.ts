import { setImmediate } from 'node:timers/promises'
import { compareIds } from '@toolscout/model'
import { checkOptions, quote } from '@toolscout/model/internal'
import type { CatalogTool } from '../judgments/judgments.ts'
import { createCatalogSearch, type SearchFunction, type WatchOptions } from '../searching/search-function.ts'
import { checkDescriptions, checkParameters, checkPoison } from './check-descriptions.ts'
import { checkDuplicates, checkNames } from './check-names.ts'
import { checkSearch } from './check-search.ts'
import { LINT_CODES, type LintFinding, type LintReport, type LintSeverity } from './finding.ts'
import { readLintedTools } from './linted-tool.ts'

/** Options of {@link lintCatalog}. */
export interface LintOptions extends WatchOptions {
  /** The search tools must be found by, answering in the ids of the catalog. Default: the facade's own. */
  readonly search?: SearchFunction | undefined
}

const SEVERITIES: readonly LintSeverity[] = ['error', 'warning', 'info']

/**
 * Names the tools of a catalog that no search will find, and why. The order of the tools means nothing; the same catalog,
 * options and search give the same report. Every tool is asked for twice, by its name and by its description, which
 * takes nearly all of the time; the rest grows with the catalog about as its text does.
 *
 * Rejects with what the search rejects with, and with the signal's reason. `onProgress` hears of the searches.
 *
 * @throws RangeError for an id that two tools have, TypeError for an unknown option.
 */
export async function lintCatalog(
  tools: readonly CatalogTool[],
  options: LintOptions = {},
): Promise<LintReport> {
  checkOptions('the options of a lint', options, {
    search: 'function',
    signal: { functions: ['addEventListener'] },
    onProgress: 'function',
  })
  requireDistinctIds(tools)
  const { signal, onProgress } = options
  const catalog = await readLintedTools(tools, signal)
  const findings = [...catalog.refused]
  for (const check of [checkNames, checkDuplicates, checkDescriptions, checkParameters, checkPoison]) {
    // A signal has its turn between them.
    await setImmediate()
    signal?.throwIfAborted()
    findings.push(...check(catalog.tools))
  }
  const search =
    options.search ?? createCatalogSearch(tools.toSorted((one, other) => compareIds(one.id, other.id))).search
  findings.push(...(await checkSearch(catalog.tools, { search, signal, onProgress })))
  return toReport(tools.length, findings)
}

function requireDistinctIds(tools: readonly CatalogTool[]): void {
  const seen = new Set<string>()
  for (const { id } of tools) {
    if (seen.has(id))
      throw new RangeError(`The id ${quote(id)} stands for two tools; findings name tools by it.`)
    seen.add(id)
  }
}

function toReport(tools: number, findings: readonly LintFinding[]): LintReport {
  const sorted = findings
    .map((finding) =>
      Object.freeze({ ...finding, tools: Object.freeze([...finding.tools].sort(compareIds)) }),
    )
    .sort(compareFindings)
  const counts = LINT_CODES.map((code) => [code, sorted.filter((finding) => finding.code === code).length])
  return Object.freeze({
    tools,
    findings: Object.freeze(sorted),
    byCode: Object.freeze(Object.fromEntries(counts) as LintReport['byCode']),
  })
}

function compareFindings(one: LintFinding, other: LintFinding): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    LINT_CODES.indexOf(one.code) - LINT_CODES.indexOf(other.code) ||
    compareIds(one.tools[0] ?? '', other.tools[0] ?? '') ||
    compareIds(one.message, other.message)
  )
}
