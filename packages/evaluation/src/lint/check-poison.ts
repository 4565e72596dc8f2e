import { readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers } from '@toolscout/guard/internal'
import { groupBy } from '@toolscout/model/internal'
import { type LintFinding, toFinding } from './finding.ts'
import { type LintedTool, listQuoted } from './linted-tool.ts'

/** Finds texts that give orders to a model instead of saying what a tool does. */
export function checkPoison(tools: readonly LintedTool[]): readonly LintFinding[] {
  const servers = groupBy(tools, ({ tool }) => tool.namespace ?? '')
  const all = readToolNames(tools.map(({ tool }) => tool.name))
  return [...servers.values()].flatMap((ofServer) => {
    const otherTools = namesOfOthers(all, readToolNames(ofServer.map(({ tool }) => tool.name)))
    return ofServer.flatMap((linted) => {
      const { level, findings } = scanDefinition(linted.tool, { otherTools })
      if (level === 'clean') return []
      const codes = findings.map(({ code }) => code).join(', ')
      const [name, excerpt, where] = [linted.id, findings[0]?.excerpt ?? '', findings[0]?.where ?? ''].map(
        (text) => listQuoted([text]),
      )
      const message = `${name} may give orders to a model (${codes}): ${excerpt} at ${where}.`
      const severity = level === 'poisoned' ? 'error' : 'warning'
      return toFinding('POISONED_TEXT', { tools: [linted], message, severity })
    })
  })
}
