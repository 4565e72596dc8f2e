import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/**
 * Completes the answer to a form: fields that an accepting person left out get the default of the form's schema
 * (SEP-1034). Forms are flat, so only the first level is filled.
 */
export function fillDefaults(answer: JsonObject, schema: JsonValue | undefined): JsonObject {
  if (answer.action !== 'accept' || !isJsonObject(schema) || !isJsonObject(schema.properties)) return answer
  const content = isJsonObject(answer.content) ? answer.content : {}
  const missing = Object.entries(schema.properties).flatMap(([field, property]): [string, JsonValue][] =>
    isJsonObject(property) && property.default !== undefined && !Object.hasOwn(content, field)
      ? [[field, property.default]]
      : [],
  )
  return Object.freeze({ ...answer, content: Object.freeze({ ...Object.fromEntries(missing), ...content }) })
}
