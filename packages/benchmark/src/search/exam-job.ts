import { drawCorpus } from '../corpus/draw-corpus.ts'
import { generateQueries } from '../corpus/generate-queries.ts'
import { toPlainWords } from '../corpus/plain-words.ts'
import { toPlainDocument } from '../engines/plain-document.ts'
import { createExactRanking } from './exact-ranking.ts'
import { type Exam, type ExamJob, type ExamQuery, TOP } from './job.ts'

/** Enough to have every engine's code compiled. */
const WARM_UP_QUERIES = 200
/** Content words of a short request. */
const SHORT_WORDS = 4

/** Draws the queries of a corpus and answers them exactly. */
export function setExam(job: ExamJob): Exam {
  const tools = [...drawCorpus(job, job.tools)]
  const { seed, text } = job
  const drawn =
    text === undefined
      ? generateQueries(tools, { seed, count: job.queries + WARM_UP_QUERIES })
      : requestsOf(text.requests, job.short)
  // A small set has fewer requests: a fifth of them warms up, and they are asked over and over.
  const spare = Math.min(WARM_UP_QUERIES, Math.ceil(drawn.length / 5))
  const timed = drawn.slice(spare, spare + job.queries)
  const ranking = createExactRanking(tools.map(toPlainDocument))
  return {
    queries: timed,
    warmUp: repeat(drawn.slice(0, spare), WARM_UP_QUERIES),
    answers: timed.map(({ text }) => ranking.search(toPlainWords(text), TOP)),
  }
}

function requestsOf(requests: readonly string[], isShort: boolean): readonly ExamQuery[] {
  if (!isShort) return requests.map((text) => ({ text }))
  const short = requests.map((text) => toPlainWords(text).split(' ').slice(0, SHORT_WORDS).join(' '))
  return [...new Set(short)].filter((text) => text !== '').map((text) => ({ text }))
}

function repeat<Item>(items: readonly Item[], count: number): readonly Item[] {
  return Array.from({ length: items.length === 0 ? 0 : count }, (_, i) => items[i % items.length] as Item)
}
