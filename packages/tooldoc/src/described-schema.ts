import type { JsonSchema } from '@toolscout/model'
import { describeSchema, type SchemaInfo } from '@toolscout/schema'

/** Tools never change, so what their schemas say is worked out once for each. */
const infos = new WeakMap<JsonSchema, SchemaInfo>()

/** What a tool's schema says. */
export function describedSchema(schema: JsonSchema): SchemaInfo {
  const known = infos.get(schema)
  if (known !== undefined) return known
  const info = describeSchema(schema)
  infos.set(schema, info)
  return info
}
