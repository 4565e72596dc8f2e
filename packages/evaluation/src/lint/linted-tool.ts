import { compareIds, parseTool, type Tool, ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { describeSchema } from '@toolscout/schema'
import type { PropertyInfo } from '@toolscout/schema/internal'
import { createAnalyzer } from '@toolscout/search'
import type { CatalogTool } from '../judgments/judgments.ts'
import { inTurns } from '../searching/search-function.ts'
import { type LintFinding, toFinding } from './finding.ts'

/** A tool with the words of its texts, as the rules look at it. */
export interface LintedTool {
  /** Its id in the catalog. */
  readonly id: string
  readonly tool: Tool
  readonly parameters: readonly PropertyInfo[]
  /** Words that say something, each as all of its inflections. */
  readonly nameWords: ReadonlySet<string>
  readonly namespaceWords: ReadonlySet<string>
  readonly descriptionWords: ReadonlySet<string>
  /** Those of name, title, description and names of parameters. */
  readonly words: ReadonlySet<string>
  readonly sentences: readonly Sentence[]
  /** What tools of the very same texts share, wherever they come from. */
  readonly textKey: string
}

/** A sentence of a description. */
export interface Sentence {
  readonly text: string
  /** What the same sentence in other case, spacing and punctuation shares. */
  readonly key: string
  readonly words: ReadonlySet<string>
}

/** A catalog as the rules look at it. */
export interface LintedCatalog {
  /** By id. */
  readonly tools: readonly LintedTool[]
  /** A finding for each tool that cannot be registered. */
  readonly refused: readonly LintFinding[]
}

/** Reads the tools of a catalog; the order they come in means nothing. Rejects with the signal's reason. */
export async function readLintedTools(
  catalog: readonly CatalogTool[],
  signal?: AbortSignal,
): Promise<LintedCatalog> {
  const wordsOf = createWordReader()
  const tools: LintedTool[] = []
  const refused: LintFinding[] = []
  const read = async (definition: CatalogTool): Promise<void> => {
    try {
      tools.push(readLintedTool(definition.id, parseTool(definition).tool, wordsOf))
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      const message = `${quote(definition.id)} cannot be registered: ${error.message}`
      refused.push(toFinding('UNREGISTRABLE', { tools: [definition], message }))
    }
  }
  await inTurns(
    [...catalog].sort((a, b) => compareIds(a.id, b.id)),
    read,
    { signal },
  )
  return { tools, refused }
}

/** The parameters, what they hold, and what the items of their lists hold. */
const SCHEMA_DEPTH = 3

type WordReader = (...texts: readonly (string | undefined)[]) => ReadonlySet<string>

/** Words as the default search reads them: no stop words, inflections as one. */
export function createWordReader(): WordReader {
  const analyzer = createAnalyzer()
  return (...texts) =>
    new Set(
      texts.flatMap((text = '') =>
        analyzer
          .analyze(text)
          .flatMap(({ tokens }) => tokens.filter(({ root }) => root).map(({ term }) => term)),
      ),
    )
}

function readLintedTool(id: string, tool: Tool, wordsOf: WordReader): LintedTool {
  const { name, title, namespace, description = '' } = tool
  const parameters = describeSchema(tool.inputSchema, { maxDepth: SCHEMA_DEPTH }).properties
  const parameterNames = parameters.map((parameter) => parameter.name)
  const parameterTexts = parameters.map((parameter) => `${parameter.title} ${parameter.description}`)
  const texts = [
    name,
    title ?? '',
    description,
    ...parameterNames.map((one, i) => `${one} ${parameterTexts[i]}`),
  ]
  return {
    id,
    tool,
    parameters,
    nameWords: wordsOf(name),
    namespaceWords: wordsOf(namespace),
    descriptionWords: wordsOf(description),
    words: wordsOf(name, title, description, ...parameterNames),
    sentences: splitSentences(description).map((text) => ({
      text,
      key: keyOfText(text),
      words: wordsOf(text),
    })),
    textKey: JSON.stringify(texts.map(keyOfText)),
  }
}

/** A text without what makes no difference to a reader: case, spacing, punctuation. */
export function keyOfText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** A name as people mix it up with others; one without a letter or digit stands for itself. */
export function squeeze(name = ''): string {
  return keyOfText(name).replaceAll(' ', '') || name
}

/** At the dots of sentences, which white space follows, and at line breaks; `e.g.` and `i.e.` end none. */
const SENTENCE_END = /(?<=(?<!\b(?:e\.g|i\.e|etc|vs))[.!?][)"'”]?)\s+|(?<=[。！？])|[\n\r]+/u

function splitSentences(text: string): readonly string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Texts that are spelled out in a message; the finding has all ids. */
const SHOWN = 3

/** Foreign texts in a sentence: the first three quoted, the others counted. */
export function listQuoted(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).map(quote)
  const more = texts.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** A share as people read it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** `1 word`, `2 words`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
