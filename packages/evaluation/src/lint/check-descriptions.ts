import { commonWords, type RepeatedSentences, repeatedSentences } from './common-texts.ts'
import type { LintFinding } from './finding.ts'
import type { LintThresholds } from './lint-options.ts'
import { count, groupBy, keyOfText, type LintedTool, listQuoted, percent } from './linted-tool.ts'

/** Finds descriptions that say nothing of their tool. */
export function checkDescriptions(
  tools: readonly LintedTool[],
  thresholds: LintThresholds,
): readonly LintFinding[] {
  const servers = groupBy(tools, ({ tool }) => tool.namespace ?? '')
  const commonEverywhere = commonWords(tools, thresholds.commonShare)
  return [...servers.values()].flatMap((ofServer) => {
    const repeated = repeatedSentences(ofServer, thresholds.sentenceTools)
    const repeatedKeys = new Set(repeated.flatMap(({ texts }) => texts.map(keyOfText)))
    const common = new Set([...commonEverywhere, ...commonWords(ofServer, thresholds.commonShare)])
    const saysNothing = ({ sentences, nameWords }: LintedTool): boolean =>
      sentences
        .filter(({ key }) => !repeatedKeys.has(key))
        .every(({ words }) => [...words].every((word) => common.has(word) && !nameWords.has(word)))
    return [
      ...repeated.map(toRepeatedSentences),
      ...ofServer.flatMap((linted) => checkDescription(linted, saysNothing(linted), thresholds) ?? []),
    ]
  })
}

function checkDescription(
  { id, tool, descriptionWords }: LintedTool,
  saysNothing: boolean,
  { descriptionWords: least, commonShare }: LintThresholds,
): LintFinding | undefined {
  const { description = '' } = tool
  const [name, text] = [listQuoted([id]), listQuoted([description])]
  if (descriptionWords.size === 0) {
    return {
      code: 'NO_DESCRIPTION',
      severity: 'error',
      tools: [id],
      message: `${name} has ${description === '' ? 'no description' : `a description without a word to search for, ${text}`}.`,
      suggestion: 'Say what the tool does, with which things, in the words people would ask with.',
    }
  }
  if (descriptionWords.size < least) {
    return {
      code: 'SHORT_DESCRIPTION',
      severity: 'warning',
      tools: [id],
      message: `${name} has ${count(descriptionWords.size, 'word')} to be searched for: ${text}.`,
      suggestion: 'Add what the tool works on, what comes back, and when to use it.',
    }
  }
  if (!saysNothing) return undefined
  return {
    code: 'BOILERPLATE_DESCRIPTION',
    severity: 'warning',
    tools: [id],
    message: `${name} says nothing that ${percent(commonShare)} of the tools around it do not say too: ${text}.`,
    suggestion: 'Begin with what only this tool does.',
  }
}

function toRepeatedSentences({ texts, tools }: RepeatedSentences): LintFinding {
  const server = tools[0]?.tool.namespace
  return {
    code: 'REPEATED_SENTENCES',
    severity: 'info',
    tools: tools.map(({ id }) => id),
    message: `${count(tools.length, 'tool')}${server === undefined ? '' : ` of ${listQuoted([server])}`} have ${texts.length === 1 ? 'the sentence' : `the same ${texts.length} sentences`} ${listQuoted(texts)}.`,
    suggestion: 'Say it once, in the instructions of the server or where it belongs in the schema.',
  }
}
