import type { JsonValue } from '@toolscout/model'
import { isJsonObject, quote, truncate } from '@toolscout/model/internal'
import { UnsupportedSchemaError } from './errors.ts'

/** The dialects of JSON Schema that are read, oldest first. */
export type SchemaDialect = 'draft-07' | '2019-09' | '2020-12'

/** Oldest first, so that "since" can be compared by place. */
export const DIALECTS: readonly SchemaDialect[] = Object.freeze(['draft-07', '2019-09', '2020-12'])

/** What a schema without `$schema` is read as: the default MCP names, and the newest. */
const DEFAULT_DIALECT: SchemaDialect = '2020-12'

const URIS: ReadonlyMap<string, SchemaDialect> = new Map([
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
])

/**
 * The dialect a schema names with `$schema`, in its `http` or `https` form, with or without an empty fragment.
 *
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA` for every other `$schema`, older drafts included.
 */
export function dialectOf(schema: JsonValue): SchemaDialect {
  const named = isJsonObject(schema) ? schema.$schema : undefined
  if (named === undefined) return DEFAULT_DIALECT
  const uri = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : ''
  const dialect = URIS.get(uri)
  if (dialect !== undefined) return dialect
  throw new UnsupportedSchemaError(
    `The schema is written in ${quote(named)}; draft-07, 2019-09 and 2020-12 are read. Leave $schema out or use one of these.`,
    truncate(typeof named === 'string' ? named : JSON.stringify(named), 200),
  )
}
