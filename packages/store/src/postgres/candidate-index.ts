import { type CatalogRecord, SEARCH_FIELDS } from '@toolscout/model'
import { fullTextsOf, fullTextWords, WORDS } from '../full-texts.ts'
import type { Ask } from './database.ts'
import { changesBetween, recordsAt } from './history.ts'
import { readRange } from './lookups.ts'
import { LOCK_SCHEMA } from './schema.ts'

/** The label of each field: PostgreSQL has four of them. */
const LABELS = new Map(Object.entries({ name: 'A', title: 'B', tags: 'B', namespace: 'B', description: 'C' }))

/** Characters of one field that are indexed: more would not fit a `tsvector` of any catalog. */
const MAX_FIELD = 16_000
/** Records that are indexed at once. */
const PAGE = 500
/** A share of the catalog that changes before the words are counted again. */
const RECOUNTED = 0.1
/** In a catalog of this many tools, or fewer, a word of one tool is counted; in larger ones rarer words are not. */
const COUNTED = 500_000

/**
 * What a word counts in fields of each label, and how far it is saturated, as our ranking has it: see `LEXICAL_BM25F`.
 * A tool's text has some 19 words.
 */
const FREQUENCY = { A: 2, B: 1.75, C: 1, D: 0.5 } as const
const LENGTH = { C: 1, D: 0.5 } as const
const [K1, B, AVERAGE_LENGTH] = [1.2, 0.4, 19]
/** The saturation that the labels D, C, B and A of a word stand for when tools are ranked. */
export const IMPACTS = '{0.25,0.43,0.6,0.75}'
/** What a word covers of a name of more than three words, of three, of two and of one. */
export const COVERS = '{0.25,0.33,0.5,1}'

const CREATE = [
  `create table if not exists candidate (id text collate "C" primary key, words tsvector not null)`,
  `create table if not exists candidate_word (word text collate "C" primary key, tools int not null)`,
  `create table if not exists candidate_revision (one boolean primary key default true check (one),
    revision bigint not null default -1, changed bigint not null default 0, tools bigint not null default 0)`,
  // Nothing reads what the planner would gather of all those words. The words of a long tool are not compressed: they would
  // be unpacked for each term they are ranked by.
  `alter table candidate alter column words set statistics 0, set (toast_tuple_target = 8160)`,
  `insert into candidate_revision default values on conflict do nothing`,
]
const CREATE_INDEX = { text: `create index if not exists candidate_words on candidate using gin (words)` }
const LOCK_STATE = { text: `select revision, changed, tools from candidate_revision for update` }
const SAVE_STATE = { text: `update candidate_revision set revision = $1, changed = $2, tools = $3` }
const CLEAR = ['truncate candidate', 'drop index if exists candidate_words']
const COUNT = { text: `select count(*) as tools from candidate` }
const COUNT_WORDS = {
  text: `insert into candidate_word
select lexeme, count(*) from candidate, unnest(words) group by lexeme having count(*) > $1::bigint / ${COUNTED}`,
}
const DELETE = { text: `delete from candidate where id = any($1::text[])` }

const sumOf = (weights: Readonly<Record<string, number>>, most: string): string =>
  Object.entries(weights)
    .map(([label, weight]) => `${weight} * least(${most}, count(*) filter (where weight = '${label}'))`)
    .join(' + ')

/**
 * Writes tools. A word is there once, with a label for how much it counts in the tool; again behind `=`, with a label for
 * how much of the name it covers, if it is in the name. Two words of a name are there together, `=one=other`, and
 * neighbours in a text of the labels B and C, `one+other`: so few tools have both that looking for them takes no time.
 * The last of several words in a name is the name in one piece.
 */
const PUT = {
  text: `
with token as materialized (
  select t.id, l.lexeme, p.position, p.weight
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) t(id, a, b, c, d),
    unnest(setweight(to_tsvector('english', t.a), 'A') || setweight(to_tsvector('english', t.b), 'B')
      || setweight(to_tsvector('english', t.c), 'C') || setweight(to_tsvector('english', t.d), 'D')) l,
    unnest(l.positions, l.weights) p(position, weight)),
word as (
  select id, lexeme, ${sumOf(FREQUENCY, '3')} as frequency, ${sumOf(LENGTH, '1000')} as length
  from token group by id, lexeme),
name as (
  select id, lexeme, count(*) over (partition by id) as words,
    row_number() over (partition by id order by position desc) as back,
    array_agg(lexeme) over (partition by id order by position rows between unbounded preceding and 1 preceding) as before
  from token where weight = 'A'),
entry as (
  select id, lexeme, case when impact > 0.66 then 'A' when impact > 0.53 then 'B' when impact > 0.34 then 'C' else 'D' end as label
  from (
    select id, lexeme, frequency / (frequency + ${K1} * (${1 - B} + ${B / AVERAGE_LENGTH} * sum(length) over (partition by id))) as impact
    from word) weighed
  union all select id, '=' || lexeme, coalesce((array['A', 'A', 'B', 'C'])[words::int], 'D') from name
  union all select id, '=' || least(lexeme, other) || '=' || greatest(lexeme, other), 'D' from name, unnest(before) other where lexeme <> other and not (back = 1 and words > 2)
  union all select id, least(lexeme, other) || '+' || greatest(lexeme, other), 'D' from (
    select id, lexeme, lag(lexeme) over (partition by id, weight order by position) as other
    from token where weight in ('B', 'C')) near
  where lexeme <> other)
insert into candidate (id, words)
select id, string_agg('''' || lexeme || ''':1' || label, ' ')::tsvector from entry group by id`,
}

/** Takes in what changed, behind a lock of all nodes; everything where that is no longer known. Gives how many tools there are, as counted last. */
export async function keepInStep(ask: Ask, isMade: boolean): Promise<number> {
  if (!isMade) {
    await ask(LOCK_SCHEMA)
    for (const text of CREATE) await ask({ text })
  }
  const [state] = await ask(LOCK_STATE)
  const { latest, oldest } = await readRange(ask)
  const [indexed, counted] = [Number(state?.revision), Number(state?.tools)]
  if (indexed === latest) return counted
  // An index that is made behind all tools takes a fraction of the time.
  const isForgotten = indexed < oldest
  if (isForgotten) for (const text of CLEAR) await ask({ text })
  let changed = Number(state?.changed)
  let [gone, put]: [string[], CatalogRecord[]] = [[], []]
  const write = async (): Promise<void> => {
    changed += gone.length + put.length
    await ask(DELETE, [[...gone, ...put.map(({ tool }) => tool.id)]])
    await ask(PUT, columnsOf(put))
    ;[gone, put] = [[], []]
  }
  for await (const change of isForgotten ? recordsAt(ask, latest) : changesBetween(ask, indexed, latest)) {
    if ('tool' in change) put.push(change)
    else if (change.type === 'delete') gone.push(change.id)
    else put.push(change.record)
    if (gone.length + put.length === PAGE) await write()
  }
  await write()
  if (isForgotten) await ask(CREATE_INDEX)
  const isMany = isForgotten || changed > RECOUNTED * counted
  const tools = isMany ? await countWords(ask) : counted
  await ask(SAVE_STATE, [latest, isMany ? 0 : changed, tools])
  return tools
}

/** Counts the tools that hold each word; gives how many tools there are. */
async function countWords(ask: Ask): Promise<number> {
  const [count] = await ask(COUNT)
  const tools = Number(count?.tools)
  await ask({ text: 'truncate candidate_word' })
  await ask(COUNT_WORDS, [tools])
  return tools
}

/** The parameters of `PUT`: ids, and the words of each label. */
function columnsOf(records: readonly CatalogRecord[]): readonly (readonly string[])[] {
  const texts = records.map((record) =>
    fullTextsOf(record).map((text) => (text.slice(0, MAX_FIELD).match(WORDS) ?? []).map(fold).join(' ')),
  )
  const columns = Object.keys(FREQUENCY).map((label) =>
    texts.map((fields) =>
      fields.filter((_, i) => (LABELS.get(SEARCH_FIELDS[i] as string) ?? 'D') === label).join(' '),
    ),
  )
  return [records.map(({ tool }) => tool.id), ...columns]
}

/** Accents set apart from their letters, which no dictionary of English knows. */
const ACCENTS = /[\u0300-\u036f]/g

const fold = (word: string): string => word.normalize('NFKD').replace(ACCENTS, '')

/** The words of a query as they are indexed. */
export function toWords(query: string): string {
  return fullTextWords(query).map(fold).join(' ')
}
