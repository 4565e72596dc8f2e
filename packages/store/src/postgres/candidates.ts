import { type CandidateRequest, type CandidateRetriever, compileFilter } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { CANDIDATE_REQUEST } from '../check-requests.ts'
import type { StoreLife } from '../store-life.ts'
import { COVERS, IMPACTS, keepInStep, toWords } from './candidate-index.ts'
import type { Database } from './database.ts'
import type { Lookups } from './lookups.ts'
import { COVERAGE, chooseProbes, MAX_ROWS } from './probes.ts'
import { heaviestFirst, pairsOf, type QueryWord, rankedTerms } from './query-words.ts'

const READ_STATE = {
  name: 'candidate_revision',
  text: `select c.revision, s.revision as indexed, s.tools from catalog c, candidate_revision s`,
}
/** Whether any tool has a lexeme. The index knows at once; ranking by a word that no tool has takes as long as by another. */
const isThere = (lexeme: string): string =>
  `exists (select from candidate where words @@ array_to_tsvector(array[${lexeme}])::text::tsquery)`
/** The words of texts that tools have, the request first, with what was counted of them. */
const READ_WORDS = {
  name: 'candidate_lexemes',
  text: `
select q.lexeme, q.counts, q.place, coalesce(w.tools, 0) as tools, coalesce(n.tools, ${isThere(`'=' || q.lexeme`)}::int) as named
from (
  select l.lexeme, max(t.weight) as counts, min(l.positions[1]) filter (where t.number = 1) as place
  from unnest($1::text[], $2::float8[]) with ordinality t(text, weight, number), unnest(to_tsvector('english', t.text)) l
  group by l.lexeme) q
left join candidate_word w on w.word = q.lexeme
left join candidate_word n on n.word = '=' || q.lexeme
where w.word is not null or ${isThere('q.lexeme')}`,
}
const COUNTS = { name: 'counts', text: `select word, tools from candidate_word where word = any($1::text[])` }
/** Looks for one query after the other: an index that looks for all of them at once reads many times as much. */
const FIND = {
  name: 'candidates',
  text: `
with found as materialized (
  select distinct on (id) id, words from (
    select f.id, f.words from unnest($1::tsquery[]) probe(query),
      lateral (select id, words from candidate where words @@ probe.query limit ${MAX_ROWS}) f
    limit ${2 * MAX_ROWS}) f),
q as materialized (select * from unnest($2::tsquery[], $3::float8[], $4::boolean[]) q(query, weight, covers))
select id from found, lateral (
  select coalesce(sum(score) filter (where not covers), 0)
    * (1 + ${COVERAGE} * least(1, coalesce(sum(score) filter (where covers), 0))) as score
  from (
    select q.covers, q.weight * ts_rank(case when q.covers then '${COVERS}'::float4[] else '${IMPACTS}'::float4[] end, found.words, q.query) as score
    from q) scored) ranked
order by score desc, id limit $5`,
}

/**
 * Retrieves candidates by PostgreSQL's own full text: English stems and pairs of them under GIN, the tools of those terms of a
 * request that are worth most, ranked by `ts_rank` for each word and how rare it is and by how much of their name is
 * covered. The first request indexes all tools, later ones what changed since, on one node at a time.
 */
export function createCandidates(
  { ask, transact }: Pick<Database, 'ask' | 'transact'>,
  lookups: Pick<Lookups, 'records'>,
  life: StoreLife,
): CandidateRetriever {
  let isMade = false

  /** Tools that are indexed, after what changed was taken in. */
  const catchUp = async (): Promise<number> => {
    const [state] = isMade ? await ask(READ_STATE) : []
    if (state !== undefined && Number(state.indexed) === Number(state.revision)) return Number(state.tools)
    const tools = await transact('read committed', (one) => keepInStep(one, isMade))
    isMade = true
    return tools
  }
  const retrieve = async (request: CandidateRequest): Promise<readonly string[]> => {
    const { query, limit, filter, signal } = request
    const texts = new Map([[toWords(query), 1]])
    for (const [text, weight] of request.expansions ?? []) {
      const known = toWords(text)
      texts.set(known, Math.max(weight, texts.get(known) ?? 0))
    }
    if ([...texts.keys()].join('') === '' || limit < 1) return []
    const tools = await catchUp()
    const read = await ask(READ_WORDS, [[...texts.keys()], [...texts.values()]])
    const words = heaviestFirst(read as unknown as readonly QueryWord[], tools)
    const pairs = pairsOf(words)
    const counted = await ask(COUNTS, [pairs.map(({ lexeme }) => lexeme)])
    const counts = new Map(counted.map(({ word, tools: holding }) => [word as string, holding as number]))
    const probes = chooseProbes(words, { pairs, counts, tools })
    if (probes.length === 0) return []
    const terms = rankedTerms(words, { pairs, counts, tools })
    const passes = compileFilter(filter)
    for (let most = filter === undefined ? limit : limit + 32; ; most = Math.min(4 * most, 2 * MAX_ROWS)) {
      signal?.throwIfAborted()
      const rows = await ask(FIND, [probes, ...terms, most])
      const ids = rows.map(({ id }) => id as string)
      const records = filter === undefined ? [] : await lookups.records(ids)
      const passing = ids.filter((_, i) => {
        const record = records[i]
        return filter === undefined || (record && passes(toToolSummary(record.tool, record.backends)))
      })
      if (passing.length >= limit || ids.length < most || most === 2 * MAX_ROWS)
        return passing.slice(0, limit)
    }
  }
  return Object.freeze({
    name: 'postgres-full-text',
    retrieve: (request) => life.run(request, () => retrieve(request), CANDIDATE_REQUEST),
  } satisfies CandidateRetriever)
}
