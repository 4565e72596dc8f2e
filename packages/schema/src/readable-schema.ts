import type { JsonValue } from '@toolscout/model'
import { type JsonBounds, readJson } from './read-json.ts'

/** As much as a tool definition may weigh at all; more is not described. */
const READABLE: JsonBounds = Object.freeze({ maxBytes: 4_194_304, maxDepth: 64, maxNodes: 100_000 })

/** A schema as plain JSON for reading; `true`, which says nothing, for what is no JSON or beyond all bounds. */
export function readableSchema(schema: unknown): JsonValue {
  const reading = readJson(schema, READABLE)
  return reading.ok ? reading.json : true
}
