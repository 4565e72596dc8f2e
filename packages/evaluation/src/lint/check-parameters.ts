import type { PropertyInfo } from '@toolscout/schema'
import type { LintFinding } from './finding.ts'
import type { LintThresholds } from './lint-options.ts'
import { keyOfText, type LintedTool } from './linted-tool.ts'
import { count, listQuoted } from './wording.ts'

/** A call cannot do without a required parameter, so its text is needed twice as much. */
const REQUIRED_WEIGHT = 2

/** Finds tools whose parameters have no descriptions. */
export function checkParameters(
  tools: readonly LintedTool[],
  { undescribedShare }: LintThresholds,
): readonly LintFinding[] {
  return tools.flatMap(({ id, tool, parameters }): readonly LintFinding[] => {
    const isToldOf = createFinder(tool.description ?? '')
    const silent = parameters.filter((parameter) => !isDescribed(parameter) && !isToldOf(parameter.name))
    if (silent.length === 0 || weigh(silent) < undescribedShare * weigh(parameters)) return []
    const names = [...silent].sort((a, b) => Number(b.required) - Number(a.required)).map(({ name }) => name)
    return [
      {
        code: 'UNDESCRIBED_PARAMETERS',
        severity: silent.some(({ required }) => required) ? 'warning' : 'info',
        tools: [id],
        message: `${listQuoted([id])} does not describe ${silent.length} of ${count(parameters.length, 'parameter')}: ${listQuoted(names)}.`,
        suggestion: 'Give each a description with its meaning, its form and an example.',
      },
    ]
  })
}

/** Generators make titles of names, `Owner Id` of `owner_id`; those say nothing more. */
function isDescribed({ name, title = '', description = '', enum: values }: PropertyInfo): boolean {
  if (keyOfText(description) !== '' || values !== undefined) return true
  const squeeze = (text: string): string => keyOfText(text).replaceAll(' ', '')
  return squeeze(title) !== '' && squeeze(title) !== squeeze(name)
}

/** Names a description says something of, as `city: …`, `city (string): …` and `city - …`; docstrings do. */
function createFinder(description: string): (name: string) => boolean {
  const told = description.matchAll(
    /([\p{L}\p{N}_$.-]+)[`"'*]*\s*(?:\([^()]{0,200}\))?[`"'*]*\s*(?::|=|[-–—]\s)/gu,
  )
  const names = new Set([...told].map(([, name]) => name))
  return (name) => names.has(name)
}

function weigh(parameters: readonly PropertyInfo[]): number {
  return parameters.reduce((sum, { required }) => sum + (required ? REQUIRED_WEIGHT : 1), 0)
}
