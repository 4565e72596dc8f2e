import type { CorpusTool } from './corpus-tool.ts'
import { type FieldTexts, toFieldTexts } from './field-texts.ts'
import { splitPlainWords, toPlainWords } from './plain-words.ts'

/** Numbers by which a corpus is compared with real catalogs. */
export interface CorpusProfile {
  readonly nameWords: Spread
  readonly descriptionWords: Spread
  readonly parameters: Spread
  /** Words of a parameter's description. */
  readonly parameterWords: Spread
  /** Words of all fields together, function words among them. */
  readonly words: Spread
  /** Words of all fields together, without function words. */
  readonly contentWords: Spread
  /** Different content words of a tool. */
  readonly distinctWords: Spread
  /** Different content words of the corpus. */
  readonly vocabulary: number
  /** Share of tools that hold the content word of a rank, ranked by that share. */
  readonly toolShareAtRank: (rank: number) => number
  /** How steeply word frequency falls: minus the slope of log frequency over log rank, ranks 5 to 500. */
  readonly zipfExponent: number
}

/** How numbers are spread. */
export interface Spread {
  readonly mean: number
  readonly p50: number
  readonly p90: number
}

/** Measures a corpus. */
export function profileCorpus(tools: readonly CorpusTool[]): CorpusProfile {
  const texts = tools.map(toFieldTexts)
  const content = texts.map((fields) => Object.values(fields).flatMap((text) => contentWords(text)))
  const toolsOfWord = new Map<string, number>()
  const usesOfWord = new Map<string, number>()
  for (const words of content) {
    for (const word of words) usesOfWord.set(word, (usesOfWord.get(word) ?? 0) + 1)
    for (const word of new Set(words)) toolsOfWord.set(word, (toolsOfWord.get(word) ?? 0) + 1)
  }
  const shares = descending(toolsOfWord.values())
  return {
    nameWords: spread(texts.map(({ name }) => splitPlainWords(name).length)),
    descriptionWords: spread(texts.map(({ description }) => splitPlainWords(description).length)),
    parameters: spread(texts.map(({ parameters }) => lines(parameters).length)),
    parameterWords: spread(
      texts.flatMap(({ parameterTexts }) =>
        lines(parameterTexts).map((text) => splitPlainWords(text).length),
      ),
    ),
    words: spread(texts.map((fields) => countWords(fields))),
    contentWords: spread(content.map((words) => words.length)),
    distinctWords: spread(content.map((words) => new Set(words).size)),
    vocabulary: toolsOfWord.size,
    toolShareAtRank: (rank) => (shares[rank - 1] ?? 0) / tools.length,
    zipfExponent: zipfExponent(descending(usesOfWord.values())),
  }
}

function contentWords(text: string): readonly string[] {
  const plain = toPlainWords(text)
  return plain === '' ? [] : plain.split(' ')
}

function lines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}

function countWords(fields: FieldTexts): number {
  return Object.values(fields).reduce((sum, text) => sum + splitPlainWords(text).length, 0)
}

function descending(numbers: Iterable<number>): readonly number[] {
  return [...numbers].sort((a, b) => b - a)
}

function spread(numbers: readonly number[]): Spread {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return {
    mean: numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
    p50: at(0.5),
    p90: at(0.9),
  }
}

/** Least squares through the points (log rank, log frequency). */
function zipfExponent(frequencies: readonly number[]): number {
  const points = frequencies
    .slice(4, 500)
    .map((frequency, i) => [Math.log(i + 5), Math.log(frequency)] as const)
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return -covariance / variance
}
