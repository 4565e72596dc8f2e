import { readToolNames, scanDefinition } from '@toolscout/guard'
import { namesOfOthers } from '@toolscout/guard/internal'
import { groupBy } from '@toolscout/model/internal'
import type { PropertyInfo, ValueInfo } from '@toolscout/schema/internal'
import { type LintFinding, toFinding } from './finding.ts'
import {
  count,
  keyOfText,
  type LintedTool,
  listQuoted,
  percent,
  type Sentence,
  squeeze,
} from './linted-tool.ts'

/** A description with fewer distinct words says too little to be found by. */
const FEWEST_WORDS = 3
/** Tools of one server at which a sentence they share is boilerplate. */
const SENTENCE_TOOLS = 5
/** Share of the tools of a server, or of the catalog, at which a word they share says nothing of any of them. */
const COMMON_SHARE = 0.5
/** Fewer tools have no common habits: a word of two in three says little less than one of a single tool. */
const FEWEST_TOOLS = 5
/** Words of a sentence that is worth a finding; `Optional.` is not. */
const SENTENCE_WORDS = 4
/** Headings are alike on purpose. */
const HEADING = /^#|:$/

/** Finds descriptions that say nothing of their tool. */
export function checkDescriptions(tools: readonly LintedTool[]): readonly LintFinding[] {
  const commonEverywhere = commonWords(tools)
  return [...groupBy(tools, ({ tool }) => tool.namespace ?? '').values()].flatMap((ofServer) => {
    const repeated = repeatedSentences(ofServer)
    const repeatedKeys = new Set(repeated.flat().map(({ sentence }) => sentence.key))
    const common = new Set([...commonEverywhere, ...commonWords(ofServer)])
    const saysNothing = ({ sentences, nameWords }: LintedTool): boolean =>
      sentences
        .filter(({ key }) => !repeatedKeys.has(key))
        .every(({ words }) => [...words].every((word) => common.has(word) && !nameWords.has(word)))
    return [
      ...toRepeatedSentences(repeated),
      ...ofServer.flatMap((linted) => checkDescription(linted, saysNothing(linted)) ?? []),
    ]
  })
}

function checkDescription(linted: LintedTool, saysNothing: boolean): LintFinding | undefined {
  const { description = '' } = linted.tool
  const [name, text] = [listQuoted([linted.id]), listQuoted([description])]
  const words = linted.descriptionWords.size
  if (words === 0) {
    const what = description === '' ? 'no description' : `a description without a word to search for, ${text}`
    return toFinding('NO_DESCRIPTION', { tools: [linted], message: `${name} has ${what}.` })
  }
  if (words < FEWEST_WORDS) {
    const message = `${name} has ${count(words, 'word')} to be searched for: ${text}.`
    return toFinding('SHORT_DESCRIPTION', { tools: [linted], message })
  }
  if (!saysNothing) return undefined
  const message = `${name} says nothing that ${percent(COMMON_SHARE)} of the tools around it do not say too: ${text}.`
  return toFinding('BOILERPLATE_DESCRIPTION', { tools: [linted], message })
}

/** Words that many of the descriptions have; none when there are too few tools to tell. */
function commonWords(tools: readonly LintedTool[]): ReadonlySet<string> {
  if (tools.length < FEWEST_TOOLS) return new Set()
  const counts = new Map<string, number>()
  for (const { descriptionWords } of tools) {
    for (const word of descriptionWords) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set(
    [...counts].filter(([, count]) => count >= COMMON_SHARE * tools.length).map(([word]) => word),
  )
}

/** A sentence in the description of a tool. */
interface SentenceUse {
  readonly linted: LintedTool
  readonly sentence: Sentence
}

/** By sentence that many tools of a server have beside others, its uses. */
function repeatedSentences(tools: readonly LintedTool[]): readonly (readonly SentenceUse[])[] {
  const uses = tools.flatMap((linted) => {
    if (linted.sentences.length < 2) return []
    const distinct = new Map(linted.sentences.map((sentence) => [sentence.key, sentence]))
    return [...distinct.values()]
      .filter(({ text, words }) => words.size >= SENTENCE_WORDS && !HEADING.test(text))
      .map((sentence): SentenceUse => ({ linted, sentence }))
  })
  const groups = groupBy(uses, ({ sentence }) => sentence.key)
  return [...groups.values()].filter((group) => group.length >= SENTENCE_TOOLS)
}

/** Sentences of the same tools are one finding. */
function toRepeatedSentences(repeated: readonly (readonly SentenceUse[])[]): readonly LintFinding[] {
  const ofSameTools = groupBy(repeated, (uses) => JSON.stringify(uses.map(({ linted }) => linted.id)))
  return [...ofSameTools.values()].map((groups) => {
    const tools = (groups[0] ?? []).map(({ linted }) => linted)
    const texts = groups.flatMap(([first]) => first?.sentence.text ?? [])
    const server = tools[0]?.tool.namespace
    const whose = server === undefined ? '' : ` of ${listQuoted([server])}`
    const what = texts.length === 1 ? 'the sentence' : `the same ${texts.length} sentences`
    const message = `${count(tools.length, 'tool')}${whose} have ${what} ${listQuoted(texts)}.`
    return toFinding('REPEATED_SENTENCES', { tools, message })
  })
}

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
