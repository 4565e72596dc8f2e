import { sha256 } from '@toolscout/model/internal'

/** Raised whenever the tokens of any text change; a test compares them with those of before. */
const ANALYSIS_VERSION = 1

/** What tokens depend on beside the text. */
export interface AnalysisParts {
  readonly stopWords: ReadonlySet<string>
  readonly stems: boolean
  readonly wholeIdentifiers: boolean
}

/** Names an analysis: this code, its options, and the platform's own knowledge of letters and of words without spaces. */
export function fingerprintOf({ stopWords, stems, wholeIdentifiers }: AnalysisParts): string {
  const { icu = '', unicode = '' } = process.versions
  const words = sha256([...stopWords].sort().join('\n'))
  return JSON.stringify([ANALYSIS_VERSION, words, stems, wholeIdentifiers, icu, unicode])
}
