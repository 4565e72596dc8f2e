import { type LintReport, lintCatalog } from '@toolscout/evaluation'
import type { LintFinding } from '@toolscout/evaluation/internal'
import type { Gateway } from '@toolscout/gateway'
import { messageOf, oneLine, truncate } from '@toolscout/model/internal'
import type { FindingsView, FindingView } from './api/views.ts'
import type { Catalog } from './catalog.ts'

/** Tools that are named by one finding. */
const MAX_TOOLS = 20
const MAX_TEXT_LENGTH = 1_000
/** Each tool is looked for by its name and by its description. */
const SEARCHES_A_TOOL = 2

/** Lints the catalog on demand. */
export interface Findings {
  /** The findings, or the progress so far. Starts the first run, and another if `again` is set. */
  readonly read: (request: {
    readonly again: boolean
    readonly code?: string | undefined
    readonly offset: number
    readonly limit: number
  }) => FindingsView
}

/** What is looked through. */
export interface FindingsDeps {
  readonly gateway: Gateway
  readonly catalog: Catalog
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

interface Look {
  readonly version: number
  readonly tools: number
  done: number
  report: LintReport | undefined
  reason: string | undefined
}

/** Nothing was looked at yet. */
export function createFindings({ gateway, catalog, signal, onProgress }: FindingsDeps): Findings {
  const { discovery } = gateway
  let look: Look | undefined

  const begin = (): Look => {
    const listed = catalog.list()
    const begun: Look = {
      version: discovery.index.version,
      tools: listed.length,
      done: 0,
      report: undefined,
      reason: undefined,
    }
    const tools = listed.flatMap(({ id }) => discovery.index.get(id)?.tool ?? [])
    // Where some tools are hidden, only the visible ones are searched.
    const seesAll = listed.length === discovery.index.list().length
    lintCatalog(tools, {
      signal,
      ...(seesAll ? { search: discovery.search } : {}),
      onProgress: (done) => {
        begun.done = done
        onProgress()
      },
    })
      .then((report) => {
        begun.report = report
      })
      .catch((error: unknown) => {
        begun.reason = truncate(oneLine(messageOf(error)), MAX_TEXT_LENGTH)
      })
      .finally(onProgress)
    return begun
  }

  return {
    read: ({ again, code, offset, limit }) => {
      const isEnded = look?.report !== undefined || look?.reason !== undefined
      if (look === undefined || (again && isEnded)) look = begin()
      const { report, reason, version, tools, done } = look
      const matching = report?.findings.filter((finding) => code === undefined || finding.code === code) ?? []
      return {
        state: report !== undefined ? 'done' : reason !== undefined ? 'failed' : 'running',
        done,
        total: tools * SEARCHES_A_TOOL,
        tools,
        isOld: version !== discovery.index.version,
        ...(reason === undefined ? {} : { reason }),
        counts: report === undefined ? [] : countByCode(report),
        matching: matching.length,
        offset,
        findings: matching.slice(offset, offset + limit).map(toTold),
      }
    },
  }
}

function countByCode({ findings }: LintReport): FindingsView['counts'] {
  const counts = new Map<string, { code: string; severity: string; count: number }>()
  for (const { code, severity } of findings) {
    const known = counts.get(code) ?? { code, severity, count: 0 }
    counts.set(code, { ...known, count: known.count + 1 })
  }
  return [...counts.values()]
}

function toTold({ code, severity, tools, message, suggestion }: LintFinding): FindingView {
  const named = tools.slice(0, MAX_TOOLS)
  const toolsLeft = tools.length - named.length
  const shown = (text: string): string => truncate(text, MAX_TEXT_LENGTH)
  return { code, severity, tools: named, toolsLeft, message: shown(message), suggestion: shown(suggestion) }
}
