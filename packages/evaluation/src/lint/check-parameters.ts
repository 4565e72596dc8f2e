import type { PropertyInfo, ValueInfo } from '@toolscout/schema/internal'
import { type LintFinding, toFinding } from './finding.ts'
import { count, keyOfText, type LintedTool, listQuoted, squeeze } from './linted-tool.ts'

/** A call cannot do without a required parameter, so its text is needed twice as much. */
const REQUIRED_WEIGHT = 2

/** Share of the parameters without description at which a tool is named. */
const UNDESCRIBED_SHARE = 0.5

/** Finds tools whose parameters have no descriptions. */
export function checkParameters(tools: readonly LintedTool[]): readonly LintFinding[] {
  return tools.flatMap((linted) => {
    const { id, tool, parameters } = linted
    const isToldOf = createFinder(tool.description ?? '')
    const silent = parameters.filter((parameter) => !isDescribed(parameter) && !isToldOf(parameter.name))
    if (silent.length === 0 || weigh(silent) < UNDESCRIBED_SHARE * weigh(parameters)) return []
    const names = silent.toSorted((a, b) => Number(b.required) - Number(a.required)).map(({ name }) => name)
    const message = `${listQuoted([id])} does not describe ${silent.length} of ${count(parameters.length, 'parameter')}: ${listQuoted(names)}.`
    const severity = silent.some(({ required }) => required) ? 'warning' : 'info'
    return toFinding('UNDESCRIBED_PARAMETERS', { tools: [linted], message, severity })
  })
}

/** By itself, or by what stands in it; many servers wrap all parameters into one. */
function isDescribed(value: ValueInfo & { readonly name?: string }): boolean {
  const { name = '', title = '', description = '', enum: values, properties = [], items } = value
  if (keyOfText(description) !== '' || values !== undefined) return true
  // Generators make titles of names, `Owner Id` of `owner_id`; those say nothing more.
  if (keyOfText(title) !== '' && squeeze(title) !== squeeze(name)) return true
  return properties.some(isDescribed) || (items?.properties ?? []).some(isDescribed)
}

/** A name that something is said of: `city: …`, `city (string): …`, `city - …`. Bounded, as the text is foreign. */
const TOLD =
  /(?<![\p{L}\p{N}_$.-])([\p{L}\p{N}_$.-]{1,128})[`"'*]{0,3}\s{0,3}(?:\([^()]{0,200}\))?[`"'*]{0,3}\s{0,3}(?::|=|[-–—]\s)/gu

/** Finds the parameters that the description of the tool says something of, as docstrings do. */
function createFinder(description: string): (name: string) => boolean {
  const names = new Set([...description.matchAll(TOLD)].map(([, name]) => name))
  return (name) => names.has(name)
}

function weigh(parameters: readonly PropertyInfo[]): number {
  return parameters.reduce((sum, { required }) => sum + (required ? REQUIRED_WEIGHT : 1), 0)
}
