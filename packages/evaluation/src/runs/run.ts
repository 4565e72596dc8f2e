import { compareHits, type Hit } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { InvalidEvaluationFileError } from '../errors.ts'
import { listLines, type NamedText } from '../judgments/lines.ts'

/** A tool in a ranking. */
export type RankedTool = Pick<Hit, 'id' | 'score'>

/** What a search gave for every query of a set. */
export interface Run {
  /** What made it, such as `toolscout`. */
  readonly name: string
  /** Tools by query id, in the order of {@link toRanking}. */
  readonly rankings: ReadonlyMap<string, readonly RankedTool[]>
}

/**
 * Hits as they are measured: score descending, ties by id ascending, each id once with its best score. Rankings of
 * different searches are then cut from the same cloth, whatever each does with ties.
 */
export function toRanking(hits: readonly RankedTool[]): readonly RankedTool[] {
  const seen = new Set<string>()
  return hits
    .map(({ id, score }) => ({ id, score }))
    .sort(compareHits)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}

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
