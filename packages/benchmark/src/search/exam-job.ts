import { type CorpusQuery, generateQueries } from '../corpus/generate-queries.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { toPlainWords } from '../corpus/plain-words.ts'
import { toPlainDocument } from '../engines/plain-document.ts'
import { createExactRanking } from './exact-ranking.ts'
import { type Exam, type ExamJob, TOP } from './job.ts'

/** Enough to have every engine's code compiled. */
const WARM_UP_QUERIES = 200

/** Draws the queries of a corpus and answers them exactly. */
export function setExam({ tools: count, seed, queries }: ExamJob): Exam {
  const tools = [...generateTools({ seed, count })]
  const drawn = generateQueries(tools, { seed, count: queries + WARM_UP_QUERIES })
  const timed: readonly CorpusQuery[] = drawn.slice(0, queries)
  const ranking = createExactRanking(tools.map(toPlainDocument))
  return {
    queries: timed,
    warmUp: drawn.slice(queries),
    answers: timed.map(({ text }) => ranking.search(toPlainWords(text), TOP)),
  }
}
