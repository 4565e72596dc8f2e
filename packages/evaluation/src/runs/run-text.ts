import { quote } from '@toolscout/model/internal'
import { InvalidEvaluationFileError } from '../errors.ts'
import { listLines, type NamedText } from '../judgments/lines.ts'
import { type RankedTool, type Run, toRanking } from './run.ts'

const HEADER = 'query-id\ttool-id\trank\tscore'

/** Writes a run as lines of query id, tool id, rank from 1 and score, tabs between them, below a line of names. */
export function formatRun({ rankings }: Run): string {
  const lines = [...rankings].flatMap(([query, ranking]) =>
    ranking.map(({ id, score }, i) => [query, id, i + 1, score].join('\t')),
  )
  return [HEADER, ...lines, ''].join('\n')
}

/**
 * Reads what {@link formatRun} wrote, or a run of anybody in that form; the first line may be one of names. The order
 * is that of the scores, not of the lines or ranks.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseRun(name: string, { file, text }: NamedText): Run {
  const found = new Map<string, RankedTool[]>()
  for (const [i, line] of listLines(text).entries()) {
    const columns = line.text.split('\t')
    const [query = '', id = '', , score = ''] = columns
    const value = score.trim() === '' ? Number.NaN : Number(score)
    if (columns.length === 4 && Number.isFinite(value)) {
      const ranking = found.get(query) ?? []
      ranking.push({ id, score: value })
      found.set(query, ranking)
    } else if (i > 0 || columns.length !== 4) {
      const message = `${quote(line.text)} is no line of a run; query id, tool id, rank and score are needed.`
      throw new InvalidEvaluationFileError(message, { file, line: line.number })
    }
  }
  return { name, rankings: new Map([...found].map(([query, ranking]) => [query, toRanking(ranking)])) }
}
