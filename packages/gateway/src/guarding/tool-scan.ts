import type { Discovery } from '@toolscout/discovery'
import { type PoisonFinding, readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers, type ToolNames } from '@toolscout/guard/internal'
import type { RegisteredTool } from '@toolscout/index'
import type { GatewayEvent } from '../gateway-event.ts'
import type { ScanMode } from './guard-options.ts'

/** Looks through definitions for texts that give orders. */
export interface ToolScan {
  /** Whether the tool is to be held for what its texts say. */
  readonly isSuspect: (tool: RegisteredTool) => boolean
  /** What was found in a tool when it was looked at last. */
  readonly findingsOf: (id: string) => readonly PoisonFinding[]
  readonly forget: (id: string) => void
}

const NOTHING: readonly PoisonFinding[] = Object.freeze([])

/** Creates a scan that tells what it finds. */
export function createToolScan(
  mode: ScanMode,
  { index }: Pick<Discovery, 'index'>,
  emit: (event: GatewayEvent) => void,
): ToolScan {
  const findings = new Map<string, readonly PoisonFinding[]>()
  let known = { version: -1, all: readToolNames([]), byNamespace: new Map<string, ToolNames>() }
  /** Read once for all tools of a listing. */
  const othersOf = (namespace = ''): ToolNames => {
    if (known.version !== index.version) {
      const all = readToolNames(index.list().map(({ summary }) => summary.name))
      known = { version: index.version, all, byNamespace: new Map() }
    }
    const before = known.byNamespace.get(namespace)
    if (before !== undefined) return before
    const own = index.list({ namespaces: [namespace] }).map(({ summary }) => summary.name)
    const others = namesOfOthers(known.all, readToolNames(own))
    known.byNamespace.set(namespace, others)
    return others
  }
  return {
    isSuspect: ({ tool }) => {
      if (mode === 'off') return false
      const report = scanDefinition(tool, { otherTools: othersOf(tool.namespace) })
      if (report.level === 'clean') {
        findings.delete(tool.id)
        return false
      }
      findings.set(tool.id, report.findings)
      const { level, score } = report
      emit({ type: 'toolSuspected', tool: tool.id, level, score, findings: report.findings })
      return mode === 'hold'
    },
    findingsOf: (id) => findings.get(id) ?? NOTHING,
    forget: (id) => void findings.delete(id),
  }
}
