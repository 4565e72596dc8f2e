/** A statement and what is bound to it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Prepared once a connection under this name; absent for what is asked rarely. */
  readonly name?: string
}

/** A term that rows are scored by. */
export interface RankedTerm {
  readonly hash: number
  /** The hash of the stem that is spelled like it, where that may stand for both; absent for a stem. */
  readonly stem?: number | undefined
  /** idf · weight · (k1 + 1): what it adds at most. */
  readonly boost: number
}

/** What a ranking statement is made of. */
export interface Ranking {
  /** In the order in which what they add is added up. */
  readonly terms: readonly RankedTerm[]
  /** Which rows are looked at. */
  readonly candidates: Candidates
  /** One facet of each list at least. */
  readonly facets: readonly (readonly number[])[]
  readonly limit: number
  readonly unit: number
  readonly flat: number
  readonly slope: number
  /** Asks for what explanations are made of. */
  readonly explain: boolean
}

/** Which rows are looked at; the others are as if they were not there. */
export interface Candidates {
  /** All rows with any of these. */
  readonly any: readonly number[]
  /** Where more rows would be too many: the best rows of these alone, and the first that have all of them. */
  readonly sampled?: Sample | undefined
}

/** A few rows of terms that have very many. */
export interface Sample {
  readonly hashes: readonly number[]
  /** Champions of each. */
  readonly champions: number
  /** Every row that is taken has all of these. */
  readonly all: readonly number[]
  /** Rows that have all. */
  readonly most: number
}

/**
 * The best rows for some terms, scored by BM25F with the operations of `@toolscout/search` in their order, so that the
 * scores are the same to the last bit. Of equal scores all come to the sort by id.
 *
 * What changes with the question is how many parameters there are and which two look-ups share one; no text of a user
 * becomes a part of the statement. `width_bucket` finds a term in a sorted array by halving: `array_position` reads the
 * array from its start, which took eight times as long. `offset 0` keeps the planner from copying the look-up to each
 * place where its result is used. Rows under a stem that no asked word stands in score 0, and are no hits.
 */
export function rankingStatement(ranking: Ranking): Statement {
  const values: unknown[] = []
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`
  const { terms, candidates, facets, limit, explain } = ranking

  const passes = facets.map((wanted) => `s.facets && ${bind(wanted, 'int4[]')}`)
  const from = candidateRows(candidates, passes, bind)
  const hashes = [...new Set(terms.flatMap(({ hash, stem }) => (stem === undefined ? [hash] : [hash, stem])))]
  const probes = hashes.map((hash) => ({ hash, parameter: bind(hash, 'int4') }))
  const column = new Map(hashes.map((hash, i) => [hash, `f${i}`]))

  const places = probes.map(({ parameter }, i) => `width_bucket(${parameter}, s.terms) as p${i}`)
  const found = probes.map(
    ({ parameter }, i) => `case when terms[p${i}] = ${parameter} then frequencies[p${i}] end as f${i}`,
  )
  const unit = bind(ranking.unit, 'float8')
  const tf = terms.map(({ hash, stem }) => {
    const own = column.get(hash)
    const shared = stem === undefined ? undefined : column.get(stem)
    const steps =
      shared === undefined
        ? `abs(${own})`
        : `coalesce(abs(${own}), case when ${shared} < 0 then -${shared} end)`
    return `${steps}::float8 * ${unit}`
  })
  const flat = bind(ranking.flat, 'float8')
  const adds = terms.map(
    ({ boost }, i) => `coalesce(${bind(boost, 'float8')} * (t${i} / (t${i} + ${flat} + held)), 0)`,
  )
  const inputs = explain ? ', terms, frequencies, length' : ''
  const text = `
with placed as (
  select s.number, s.terms, s.frequencies, s.length, ${bind(ranking.slope, 'float8')} * s.length as held,
    ${places.join(', ')}
  from ${from}
  offset 0
), counted as (
  select number, held, ${found.join(', ')}${inputs} from placed offset 0
), weighed as (
  select number, held, ${tf.map((value, i) => `${value} as t${i}`).join(', ')}${inputs} from counted offset 0
), scored as (
  select number, ${adds.join(' + ')} as score${inputs} from weighed offset 0
), best as (
  select * from scored where score > 0 order by score desc
  fetch first (${bind(limit, 'int8')}) rows with ties
)
select t.id, t.summary, best.score${explain ? ', best.terms, best.frequencies, best.length' : ''}
from best join tool t using (number)
order by best.score desc, t.id
limit ${bind(limit, 'int8')}`
  return { text, values }
}

function candidateRows(
  { any, sampled }: Candidates,
  passes: readonly string[],
  bind: (value: unknown, type: string) => string,
): string {
  const where = (...conditions: readonly string[]): string => conditions.join(' and ')
  const rows = (): string => `tool_search s where ${where(`s.terms && ${bind(any, 'int4[]')}`, ...passes)}`
  if (sampled === undefined) return rows()
  const { hashes, champions, all, most } = sampled
  return `(
    ${any.length === 0 ? '' : `select s.number from ${rows()} union`}
    select number from champion where hash = any(${bind(hashes, 'int4[]')}) and place <= ${bind(champions, 'int4')}
    union
    (select s.number from tool_search s where ${where(`s.terms @> ${bind(all, 'int4[]')}`, ...passes)}
    limit ${bind(most, 'int8')})
  ) c join tool_search s using (number) ${passes.length === 0 ? '' : `where ${where(...passes)}`}`
}

/**
 * What is known of the words of a question, in one look: how many tools there are, how long they are, and how many have
 * each word. The counts are of the very revision, not of an epoch: a batch brings its own along.
 */
export const READ_STATISTICS = {
  name: 'statistics',
  text: `select c.revision, c.documents, c.total_length, t.hash, t.documents as holders
from catalog c left join term t on t.hash = any($1::int4[]) and t.documents > 0`,
}
