import { checkOptions, type OptionKind } from '@toolscout/model/internal'
import { formatTable, TABLE_FORMATS, type TableFormat } from '../reports/table.ts'
import { LINT_CODES, type LintFinding, type LintReport } from './finding.ts'
import { count } from './linted-tool.ts'

/** How {@link formatLintReport} writes. */
export interface FormatLintOptions {
  /** Default `text`. */
  readonly format?: TableFormat | undefined
  /** Findings of each code that are written out. Default 10; at 0 only the table. Legal: integers of 0 or more. */
  readonly examples?: number | undefined
}

const DEFAULT_EXAMPLES = 10
const OPTIONS = {
  format: { oneOf: TABLE_FORMATS },
  examples: { least: 0, whole: true },
} satisfies { [Option in keyof FormatLintOptions]-?: OptionKind }

/**
 * Writes a report for people: a table of what was found how often, then of each code what to do and the first
 * findings. Ends with a newline.
 *
 * @throws TypeError for an unknown option, RangeError for another format or when `examples` is no integer of 0 or more.
 */
export function formatLintReport(report: LintReport, options: FormatLintOptions = {}): string {
  checkOptions('the options of formatLintReport', options, OPTIONS)
  const { format = 'text', examples = DEFAULT_EXAMPLES } = options
  const groups = LINT_CODES.map((code) => report.findings.filter((finding) => finding.code === code)).filter(
    (findings) => findings.length > 0,
  )
  const total = `${count(report.findings.length, 'finding')} in ${count(report.tools, 'tool')}.\n`
  if (groups.length === 0) return total
  const details = examples === 0 ? [] : groups.map((findings) => formatGroup(findings, format, examples))
  return [formatCounts(groups, format), ...details, total].join('\n')
}

function formatCounts(groups: readonly (readonly LintFinding[])[], format: TableFormat): string {
  const rows = groups.map((findings) => [
    codeOf(findings),
    `${findings.filter(({ severity }) => severity === 'error').length}`,
    `${findings.length}`,
    `${new Set(findings.flatMap(({ tools }) => tools)).size}`,
  ])
  return formatTable({ titles: ['code', 'errors', 'findings', 'tools'], rows }, format)
}

function formatGroup(findings: readonly LintFinding[], format: TableFormat, examples: number): string {
  const isMarkdown = format === 'markdown'
  const write = (text: string): string => (isMarkdown ? escapeMarkdown(text) : text)
  const shown = findings.slice(0, examples)
  const advice = [...new Set(shown.map(({ suggestion }) => `${write(suggestion)}\n`))]
  const lines = shown.map(({ severity, message }) => `- ${severity}: ${write(message)}\n`)
  const left = findings.length - shown.length
  const more = left > 0 ? `- ${left} more\n` : ''
  const [head, gap] = isMarkdown ? [`## ${codeOf(findings)}\n\n`, '\n'] : [`${codeOf(findings)}\n`, '']
  return `${head}${advice.join(gap)}${gap}${lines.join('')}${more}`
}

function codeOf(findings: readonly LintFinding[]): string {
  return findings[0]?.code ?? ''
}

/** Names and descriptions are foreign; none of them makes a heading, a link or markup of a report. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!&~]/g, '\\$&')
}
