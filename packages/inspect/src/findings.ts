import { type LintReport, lintCatalog } from '@toolscout/evaluation'
import type { LintFinding } from '@toolscout/evaluation/internal'
import { messageOf, oneLine, truncate } from '@toolscout/model/internal'
import type { FindingsView, FindingView } from './api/views.ts'
import type { Catalog, Inspected, Slice } from './catalog.ts'

/** Tools that are named by one finding. */
const MAX_TOOLS = 20
const MAX_TEXT_LENGTH = 1_000
/** Each tool is looked for by its name and by its description. */
const SEARCHES_A_TOOL = 2

/** One run over the catalog. */
interface Run {
  readonly version: number
  readonly tools: number
  done: number
  report?: LintReport
  reason?: string
}

/** Lints the catalog on demand. */
export class Findings {
  readonly #inspected: Inspected
  readonly #catalog: Catalog
  #run: Run | undefined

  constructor(inspected: Inspected, catalog: Catalog) {
    this.#inspected = inspected
    this.#catalog = catalog
  }

  /** The findings, or the progress so far. Starts the first run, and another if `again` is set. */
  read(
    { again, code }: { readonly again: boolean; readonly code: string | undefined },
    { offset, limit }: Slice,
  ): FindingsView {
    const isEnded = this.#run?.report !== undefined || this.#run?.reason !== undefined
    if (this.#run === undefined || (again && isEnded)) this.#run = this.#begin()
    const { report, reason, version, tools, done } = this.#run
    const all = report?.findings ?? []
    const matching = code === undefined ? all : all.filter((finding) => finding.code === code)
    return {
      state: report !== undefined ? 'done' : reason !== undefined ? 'failed' : 'running',
      done,
      total: tools * SEARCHES_A_TOOL,
      tools,
      isOld: version !== this.#inspected.gateway.discovery.index.version,
      ...(reason === undefined ? {} : { reason }),
      counts: countByCode(all),
      matching: matching.length,
      findings: matching.slice(offset, offset + limit).map(toFindingView),
    }
  }

  #begin(): Run {
    const { index } = this.#inspected.gateway.discovery
    const run: Run = { version: index.version, tools: this.#catalog.list().length, done: 0 }
    void this.#lint(run)
    return run
  }

  async #lint(run: Run): Promise<void> {
    const { signal, notify, gateway } = this.#inspected
    const { index, search } = gateway.discovery
    const listed = this.#catalog.list()
    const onProgress = (done: number): void => {
      run.done = done
      notify('findings')
    }
    // Where some tools are hidden, only the visible ones are searched.
    const searching = listed.length === index.list().length ? { search } : {}
    const tools = listed.flatMap(({ id }) => index.get(id)?.tool ?? [])
    try {
      run.report = await lintCatalog(tools, { signal, onProgress, ...searching })
    } catch (error) {
      run.reason = truncate(oneLine(messageOf(error)), MAX_TEXT_LENGTH)
    }
    notify('findings')
  }
}

function countByCode(findings: readonly LintFinding[]): FindingsView['counts'] {
  const counts = new Map<string, FindingsView['counts'][number]>()
  for (const { code, severity } of findings)
    counts.set(code, { code, severity, count: (counts.get(code)?.count ?? 0) + 1 })
  return [...counts.values()]
}

function toFindingView({ tools, message, suggestion, ...finding }: LintFinding): FindingView {
  const named = tools.slice(0, MAX_TOOLS)
  return {
    code: finding.code,
    severity: finding.severity,
    tools: named,
    toolsLeft: tools.length - named.length,
    message: truncate(message, MAX_TEXT_LENGTH),
    suggestion: truncate(suggestion, MAX_TEXT_LENGTH),
  }
}
