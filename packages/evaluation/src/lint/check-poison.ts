import { readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers } from '@toolscout/guard/internal'
import type { LintFinding } from './finding.ts'
import type { LintedTool } from './linted-tool.ts'
import { groupBy, listQuoted } from './linted-tool.ts'

/** Finds texts that give orders to a model instead of saying what a tool does. */
export function checkPoison(tools: readonly LintedTool[]): readonly LintFinding[] {
  const servers = groupBy(tools, ({ tool }) => tool.namespace ?? '')
  const all = readToolNames(tools.map(({ tool }) => tool.name))
  return [...servers.values()].flatMap((ofServer) => {
    const otherTools = namesOfOthers(all, readToolNames(ofServer.map(({ tool }) => tool.name)))
    return ofServer.flatMap(({ id, tool }): readonly LintFinding[] => {
      const { level, findings } = scanDefinition(tool, { otherTools })
      if (level === 'clean') return []
      const [first] = findings
      const codes = findings.map(({ code }) => code).join(', ')
      return [
        {
          code: 'POISONED_TEXT',
          severity: level === 'poisoned' ? 'error' : 'warning',
          tools: [id],
          message: `${listQuoted([id])} may give orders to a model (${codes}): ${listQuoted([first?.excerpt ?? ''])} at ${listQuoted([first?.where ?? ''])}.`,
          suggestion:
            'Read the whole definition. Say what the tool does, and leave to the agent what it does with it.',
        },
      ]
    })
  })
}
