import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, jsonEquals, quote } from '@toolscout/model/internal'

/** Most changes of one definition that are listed. */
const MAX_TOLD = 10
/** Members that are named as they are; all others are foreign names. */
const MEMBERS: ReadonlySet<string> = new Set([
  'name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta',
]) // biome-ignore format: one list
/** Members whose properties are listed one by one. */
const SCHEMAS: Readonly<Record<string, string>> = { inputSchema: 'parameter', outputSchema: 'result' }

/**
 * Says in a few words each where two definitions as MCP writes them differ, such as `description` or `parameter "path" is new`; foreign names
 * are quoted and cut. At most ten, the last one a count of the rest. Empty when they are the same.
 */
export function tellDifferences(old: JsonObject, now: JsonObject): readonly string[] {
  const told = namesOf(old, now).flatMap((member) => {
    const [was, is] = [ownMember(old, member), ownMember(now, member)]
    if (jsonEquals(was, is)) return []
    const noun = Object.hasOwn(SCHEMAS, member) ? SCHEMAS[member] : undefined
    const name = MEMBERS.has(member) ? member : quote(member)
    if (noun === undefined || !isJsonObject(was) || !isJsonObject(is)) return [name + fate(was, is)]
    const { properties: oldProperties = {}, ...oldRest } = was
    const { properties: newProperties = {}, ...newRest } = is
    return [
      ...tellProperties(noun, oldProperties, newProperties),
      ...(jsonEquals(oldRest, newRest) ? [] : [member]),
    ]
  })
  if (told.length <= MAX_TOLD) return Object.freeze(told)
  return Object.freeze([...told.slice(0, MAX_TOLD - 1), `${told.length - MAX_TOLD + 1} more`])
}

function tellProperties(noun: string, was: JsonValue, is: JsonValue): readonly string[] {
  if (!isJsonObject(was) || !isJsonObject(is)) return jsonEquals(was, is) ? [] : [`${noun}s`]
  return namesOf(was, is).flatMap((name) => {
    const [before, after] = [ownMember(was, name), ownMember(is, name)]
    return jsonEquals(before, after) ? [] : [`${noun} ${quote(name)}${fate(before, after)}`]
  })
}

function fate(was: JsonValue | undefined, is: JsonValue | undefined): string {
  if (was === undefined) return ' is new'
  return is === undefined ? ' is gone' : ''
}

function namesOf(one: JsonObject, other: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
