import type { Corpus } from '../corpus/draw-corpus.ts'
import type { Figures, PairedRow } from './row.ts'

/** A query, and the tool it was made from where it was made from one. */
export interface ExamQuery {
  readonly text: string
  /** Id of the tool. */
  readonly target?: string
}

/** Queries of a corpus and the answers they ought to get. */
export interface Exam {
  /** What is timed. */
  readonly queries: readonly ExamQuery[]
  /** Asked before anything is timed; other words, so that no answer can be remembered. */
  readonly warmUp: readonly ExamQuery[]
  /** Ids of the exact top 10 of each query. */
  readonly answers: readonly (readonly string[])[]
}

/** Makes the exam of a corpus. */
export interface ExamJob extends Corpus {
  readonly kind: 'exam'
  readonly queries: number
  /** Whether of each request of real text the first four content words are asked alone. */
  readonly short: boolean
}

/** Measures one engine. */
export interface CellJob extends Corpus {
  readonly kind: 'cell'
  readonly engine: string
  readonly exam: Exam
  /** How long the engine may be asked; after that it is measured on what it has answered. */
  readonly budgetMs: number
}

/** Measures engines by turns. */
export interface PairedJob extends Corpus {
  readonly kind: 'paired'
  readonly engines: readonly string[]
  readonly exam: Exam
  /** As for {@link CellJob}, for each engine. */
  readonly budgetMs: number
}

/** Work for a process of its own. */
export type Job = ExamJob | CellJob | PairedJob

/** What a job gives. */
export interface JobResults {
  readonly exam: Exam
  readonly cell: CellResult
  readonly paired: readonly PairedRow[]
}

/** Figures of one engine in one process, and what went wrong on the way. */
export interface CellResult {
  readonly figures: Figures
  /** Sentences; empty when all went well. */
  readonly notes: readonly string[]
}

/** How many tools every engine is asked for. */
export const TOP: number = 10
