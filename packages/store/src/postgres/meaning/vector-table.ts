import { sha256 } from '@toolscout/model/internal'
import type { VectorSpace } from '@toolscout/semantic'

/** The table of one space, and what the database brings along for it. */
export interface VectorTable extends VectorSpace {
  /** Made of a hash, so that nothing a user wrote is a part of a statement. */
  readonly name: string
  /** The schema of pgvector, quoted; absent where it is not installed, or too old to filter along the way. */
  readonly pgvector?: string | undefined
  /** Whether bits can be counted (PostgreSQL 14). */
  readonly countsBits: boolean
}

/** Looks what there is for vectors; the first version of pgvector that goes on searching where a filter took much is 0.8. */
export const PROBE = `
select current_setting('server_version_num')::int as version,
  (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'vector' and string_to_array(e.extversion, '.')::int[] >= '{0,8}') as pgvector`

/** First version of PostgreSQL with `bit_count`. */
const COUNTS_BITS = 140_000
/** Dimensions that pgvector can index as `halfvec`. */
const MAX_INDEXED = 4_000

/** The table of a space in a database that answered {@link PROBE} so. */
export function vectorTable(
  { model, dimensions }: VectorSpace,
  probed: { readonly version: number; readonly pgvector: string | undefined },
): VectorTable {
  return {
    model,
    dimensions,
    name: `vector_${sha256(JSON.stringify([model, dimensions])).slice(0, 16)}`,
    pgvector: dimensions <= MAX_INDEXED ? probed.pgvector : undefined,
    countsBits: probed.version >= COUNTS_BITS,
  }
}

/**
 * Makes the table. A vector is kept as whole numbers of eight bits, and as the signs of its numbers, which are compared
 * first (Charikar 2002, "Similarity estimation techniques from rounding algorithms"); with pgvector also as a `halfvec`
 * under an HNSW index (Malkov and Yashunin 2016). It belongs to one revision of its tool: a tool that has changed has
 * none until somebody embeds it anew.
 */
export function createStatements({ name, dimensions, pgvector }: VectorTable): readonly string[] {
  const table = `create table if not exists ${name} (
    id text collate "C" primary key,
    revision bigint not null,
    content text not null,
    facets int4[] not null,
    signs bit(${dimensions}) not null,
    scale float4 not null,
    codes bytea not null)`
  const facets = `create index if not exists ${name}_facets on ${name} using gin (facets)`
  if (pgvector === undefined) return [table, facets]
  const column = `alter table ${name} add column if not exists near ${pgvector}.halfvec(${dimensions})`
  const index = `create index if not exists ${name}_near on ${name} using hnsw (near ${pgvector}.halfvec_cosine_ops)`
  return [table, facets, column, index]
}

/** Tools behind an id without a vector of their revision. `content` is that of another one. */
export function missingStatement({ name }: VectorTable): string {
  return `select t.id, t.revision, t.record, v.content
from tool t left join ${name} v on v.id = t.id
where t.id > $2 and v.revision is distinct from t.revision
order by t.id limit $1`
}

/** Counts tools, and those without a vector. */
export function progressStatement({ name }: VectorTable): string {
  return `select count(*) as total, count(*) filter (where v.revision is distinct from t.revision) as pending
from tool t left join ${name} v on v.id = t.id`
}

/** Takes vectors; one of another revision that another node wrote meanwhile is found missing the next time. */
export function writeStatement({ name, dimensions, pgvector }: VectorTable): string {
  const near = pgvector === undefined ? '' : ', near'
  const half = pgvector === undefined ? '' : `, given.near::${pgvector}.halfvec(${dimensions})`
  return `insert into ${name} as known (id, revision, content, facets, signs, scale, codes${near})
select given.id, given.revision, given.content, given.facets::int4[], given.signs::bit(${dimensions}), given.scale, given.codes${half}
from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::float4[], $7::bytea[], $8::text[])
  as given (id, revision, content, facets, signs, scale, codes, near)
on conflict (id) do update set revision = excluded.revision, content = excluded.content, facets = excluded.facets,
  signs = excluded.signs, scale = excluded.scale, codes = excluded.codes${pgvector === undefined ? '' : ', near = excluded.near'}
where known.revision <> excluded.revision`
}

/** Takes what changed beside the text. */
export function touchStatement({ name }: VectorTable): string {
  return `update ${name} known set revision = given.revision, facets = given.facets::int4[]
from unnest($1::text[], $2::bigint[], $3::text[]) as given (id, revision, facets)
where known.id = given.id`
}

/** Forgets vectors of tools that are gone. */
export function forgetStatement({ name }: VectorTable): string {
  return `delete from ${name} v where not exists (select from tool t where t.id = v.id)`
}

/** The nearest tools. `facets` are lists of which a tool has one each; candidates are cut before they are looked up. */
export function nearestStatement(
  table: VectorTable,
  { signs, near, facets, candidates }: NearestQuestion,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { name, dimensions, pgvector } = table
  const values: unknown[] = []
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`
  const order =
    pgvector === undefined
      ? `${distance(table, `(v.signs # ${bind(signs, `text::bit(${dimensions})`)})`)}, v.id`
      : `v.near operator(${pgvector}.<=>) ${bind(near, `text::${pgvector}.halfvec(${dimensions})`)}`
  const conditions = facets.map((wanted) => `v.facets && ${bind(wanted, 'int4[]')}`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const text = `
with near as materialized (
  select v.id, v.revision, v.scale, v.codes from ${name} v ${where}
  order by ${order} limit ${bind(candidates, 'int8')}
)
select n.id, n.scale, n.codes, t.summary
from near n join tool t on t.id = n.id and t.revision = n.revision`
  return { text, values }
}

/** What is near to what. */
export interface NearestQuestion {
  /** Signs of the query, as digits. */
  readonly signs: string
  /** The query, as pgvector reads it. */
  readonly near: string
  readonly facets: readonly (readonly number[])[]
  readonly candidates: number
}

function distance({ countsBits }: VectorTable, bits: string): string {
  return countsBits ? `bit_count(${bits})` : `length(replace(${bits}::text, '0', ''))`
}

/** Has pgvector go on where a filter took too much (0.8 on). */
export const GO_ON = `set local hnsw.iterative_scan = strict_order`
