import {
  type CandidateRequest,
  type CandidateRetriever,
  type CatalogRecord,
  compileFilter,
  SEARCH_FIELDS,
} from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { fullTextsOf, fullTextWords, WORDS } from '../full-texts.ts'
import type { StoreLife } from '../store-life.ts'
import type { Ask, Database } from './database.ts'
import { changesBetween, readRecord, recordsAt } from './history.ts'
import { READ_REVISION } from './lookups.ts'
import { chooseRows, NAME_MARK, type WordStatistics, weightClasses, weighWords } from './rarest-words.ts'
import { LOCK_SCHEMA } from './schema.ts'

/** The label of each field, in the order of SEARCH_FIELDS: PostgreSQL has four of them. */
const LABELS: readonly string[] = SEARCH_FIELDS.map((field) => {
  if (field === 'name') return 'A'
  if (field === 'title' || field === 'tags' || field === 'namespace') return 'B'
  return field === 'description' ? 'C' : 'D'
})
/** What a word counts in a field of each label. */
const WEIGHTS = { D: 0.25, C: 0.5, B: 0.5, A: 1 } as const

/** Most rows that are ranked for a request; those of the rarest words come first. */
const MAX_ROWS = 4_000
/** Characters of one field that are indexed: more would not fit a `tsvector` of any catalog. */
const MAX_FIELD = 16_000
/** Records that are indexed at once. */
const PAGE = 500
/** A share of the catalog that changes before the words are counted again. */
const RECOUNTED = 0.1

const CREATE = [
  `create table if not exists candidate (id text collate "C" primary key, words tsvector not null)`,
  // Ten words for each of the statistics' targets are counted: the frequent ones of a catalog.
  `alter table candidate alter column words set statistics 1000`,
  `create table if not exists candidate_state (
    one boolean primary key default true check (one),
    revision bigint not null default -1,
    changed bigint not null default 0)`,
  `insert into candidate_state default values on conflict do nothing`,
]
const CREATE_INDEX = { text: `create index if not exists candidate_words on candidate using gin (words)` }
const DROP_INDEX = { text: `drop index if exists candidate_words` }
const LOCK_STATE = { text: `select revision, changed from candidate_state for update` }
const SAVE_STATE = { text: `update candidate_state set revision = $1, changed = $2` }
const CLEAR = { text: `truncate candidate` }
const COUNT = { text: `select count(*) as tools from candidate` }
const ANALYZE = { text: `analyze candidate` }
const DELETE = { text: `delete from candidate where id = any($1::text[])` }
const PUT = {
  text: `insert into candidate (id, words)
select t.id, setweight(to_tsvector('english', t.a), 'A') || setweight(to_tsvector('english', t.b), 'B')
  || setweight(to_tsvector('english', t.c), 'C') || setweight(to_tsvector('english', t.d), 'D')
  || array_to_tsvector(array(select '${NAME_MARK}' || lexeme from unnest(to_tsvector('english', t.a))))
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) t(id, a, b, c, d)
on conflict (id) do update set words = excluded.words`,
}
const READ_STATE = {
  name: 'candidate_state',
  text: `select c.revision, s.revision as indexed from catalog c, candidate_state s`,
}
/** What `analyze` counted: the share of rows that hold each of the frequent words. */
const READ_STATISTICS = {
  text: `select e.word, e.share, c.reltuples as tools
from pg_class c left join pg_stats s on s.schemaname = current_schema and s.tablename = 'candidate' and s.attname = 'words'
left join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs[1:cardinality(s.most_common_elems::text::text[])])
  e(word, share) on true
where c.oid = 'candidate'::regclass`,
}
const READ_WORDS = {
  name: 'candidate_lexemes',
  text: `select lexeme, max(weight) as weight
from unnest($1::text[], $2::float8[]) t(text, weight), unnest(to_tsvector('english', t.text)) group by lexeme`,
}
const FIND = {
  name: 'candidates',
  text: `
with found as materialized (select id, words from candidate where words @@ $1::tsquery limit ${MAX_ROWS})
select id from found, lateral (
  select sum(q.weight * ts_rank('{${Object.values(WEIGHTS)}}', found.words, q.word)) as score
  from unnest($2::tsquery[], $3::float8[]) q(word, weight)) ranked
order by score desc, id limit $4`,
}
const READ_RECORDS = {
  name: 'candidate_records',
  text: `select id, record from tool where id = any($1::text[])`,
}

/**
 * Retrieves candidates by PostgreSQL's own full text: English stems, a weighted `tsvector` under GIN, the rows of the
 * rarest words of a request ranked by `ts_rank` for each word and how rare it is. The first request indexes all tools,
 * later ones what changed since, on one node at a time.
 */
export function createCandidates(
  { ask, transact }: Pick<Database, 'ask' | 'transact'>,
  life: StoreLife,
): CandidateRetriever {
  let statistics: Promise<WordStatistics> | undefined
  let isMade = false

  const catchUp = async (): Promise<void> => {
    await transact('read committed', (one) => keepInStep(one, isMade))
    isMade = true
    statistics = undefined
  }
  const isInStep = async (): Promise<boolean> => {
    if (!isMade) return false
    const [state] = await ask(READ_STATE)
    return Number(state?.indexed) === Number(state?.revision)
  }
  const retrieve = async (request: CandidateRequest): Promise<readonly string[]> => {
    const { query, limit, filter, signal } = request
    const texts = new Map([[toWords(query), 1]])
    for (const [text, weight] of request.expansions ?? []) texts.set(toWords(text), weight)
    if ([...texts.keys()].join('') === '' || limit < 1) return []
    if (!(await isInStep())) await catchUp()
    const read = await ask(READ_WORDS, [[...texts.keys()], [...texts.values()]])
    const lexemes = new Map(read.map(({ lexeme, weight }) => [lexeme as string, Number(weight)]))
    statistics ??= readStatistics(ask)
    const known = await statistics
    const words = weighWords(lexemes, known)
    const rows = chooseRows(words, known.tools, MAX_ROWS)
    if (rows === undefined) return []
    const classes = weightClasses(words)
    const passes = compileFilter(filter)
    for (let most = filter === undefined ? limit : limit + 32; ; most = Math.min(4 * most, MAX_ROWS)) {
      signal?.throwIfAborted()
      const given = [rows, classes.map(({ term }) => term), classes.map(({ weight }) => weight), most]
      const ids = (await ask(FIND, given)).map(({ id }) => id as string)
      const passing = filter === undefined ? ids : await passingOf(ask, ids, passes)
      if (passing.length >= limit || ids.length < most || most === MAX_ROWS) return passing.slice(0, limit)
    }
  }
  return Object.freeze({
    name: 'postgres-full-text',
    retrieve: (request) => life.run(request, () => retrieve(request)),
  } satisfies CandidateRetriever)
}

/** Takes in what changed, behind a lock of all nodes; everything where that is no longer known. */
async function keepInStep(ask: Ask, isMade: boolean): Promise<void> {
  if (!isMade) {
    await ask(LOCK_SCHEMA)
    for (const text of CREATE) await ask({ text })
  }
  const [state] = await ask(LOCK_STATE)
  const [catalog] = await ask(READ_REVISION)
  const [indexed, latest] = [Number(state?.revision), Number(catalog?.revision)]
  if (indexed === latest) return
  if (indexed < Number(catalog?.forgotten)) {
    await indexAll(ask, latest)
    await ask(SAVE_STATE, [latest, 0])
    return
  }
  let changed = Number(state?.changed)
  let [gone, put]: [string[], CatalogRecord[]] = [[], []]
  const write = async (): Promise<void> => {
    changed += gone.length + put.length
    await ask(DELETE, [gone])
    await ask(PUT, columnsOf(put))
    ;[gone, put] = [[], []]
  }
  for await (const change of changesBetween(ask, indexed, latest)) {
    if (change.type === 'delete') gone.push(change.id)
    else put.push(change.record)
    if (gone.length + put.length === PAGE) await write()
  }
  await write()
  const [count] = await ask(COUNT)
  const isMany = changed > RECOUNTED * Number(count?.tools)
  if (isMany) await ask(ANALYZE)
  await ask(SAVE_STATE, [latest, isMany ? 0 : changed])
}

/** Indexes all tools; an index that is made behind them takes a fraction of the time. */
async function indexAll(ask: Ask, latest: number): Promise<void> {
  await ask(CLEAR)
  await ask(DROP_INDEX)
  let page: CatalogRecord[] = []
  for await (const record of recordsAt(ask, latest)) {
    page.push(record)
    if (page.length < PAGE) continue
    await ask(PUT, columnsOf(page))
    page = []
  }
  await ask(PUT, columnsOf(page))
  await ask(CREATE_INDEX)
  await ask(ANALYZE)
}

/** The parameters of `PUT`: ids, and the words of each label. */
function columnsOf(records: readonly CatalogRecord[]): readonly (readonly string[])[] {
  const texts = records.map((record) =>
    fullTextsOf(record).map((text) => (text.slice(0, MAX_FIELD).match(WORDS) ?? []).map(fold).join(' ')),
  )
  const columns = Object.keys(WEIGHTS)
    .sort()
    .map((label) => texts.map((fields) => fields.filter((_, i) => LABELS[i] === label).join(' ')))
  return [records.map(({ tool }) => tool.id), ...columns]
}

/** Accents set apart from their letters, which no dictionary of English knows. */
const ACCENTS = /[\u0300-\u036f]/g

function fold(word: string): string {
  return word.normalize('NFKD').replace(ACCENTS, '')
}

function toWords(query: string): string {
  return fullTextWords(query).map(fold).join(' ')
}

async function readStatistics(ask: Ask): Promise<WordStatistics> {
  const rows = await ask(READ_STATISTICS)
  const shares = new Map<string, number>()
  for (const { word, share } of rows) if (word !== null) shares.set(word as string, Number(share))
  return { tools: Math.max(1, Number(rows[0]?.tools)), shares }
}

/** Those of the tools that pass a filter, in their order. */
async function passingOf(
  ask: Ask,
  ids: readonly string[],
  passes: ReturnType<typeof compileFilter>,
): Promise<readonly string[]> {
  const rows = await ask(READ_RECORDS, [ids])
  const passing = new Set(
    rows.flatMap(({ id, record }) => {
      const { tool, backends } = readRecord(id as string, record as string)
      return passes(toToolSummary(tool, backends)) ? [tool.id] : []
    }),
  )
  return ids.filter((id) => passing.has(id))
}
