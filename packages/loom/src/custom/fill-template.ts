import type { JsonObject, JsonValue, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { CustomArgumentError } from '../errors.ts'

/** Runs a custom tool. */
export interface CustomHandler {
  /** Arguments it has places for. */
  readonly places: readonly string[]
  readonly run: (args: JsonObject, call: { readonly signal: AbortSignal }) => Promise<ToolResult>
}

const PLACE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/gu
const ONLY_A_PLACE = /^\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}$/u

/** Names of the arguments a template has places for, each once. */
export function placesOf(template: JsonValue): readonly string[] {
  if (typeof template === 'string')
    return [...new Set([...template.matchAll(PLACE)].map(([, name = '']) => name))]
  if (Array.isArray(template)) return [...new Set(template.flatMap(placesOf))]
  return isJsonObject(template) ? [...new Set(Object.values(template).flatMap(placesOf))] : []
}

/** A text with its places filled, each value as `write` makes it; `undefined` when an argument of it is not given. */
export function fillText(
  template: string,
  args: JsonObject,
  write: (value: string, argument: string) => string = (value) => value,
): string | undefined {
  let isWhole = true
  const text = template.replace(PLACE, (_place, name: string) => {
    const value = argumentOf(args, name)
    if (value === undefined) {
      isWhole = false
      return ''
    }
    return write(toText(value, name), name)
  })
  return isWhole ? text : undefined
}

/** Any JSON with its places filled: a text that is nothing but a place becomes the value; what is not given is left out. */
export function fillValue(template: JsonValue, args: JsonObject): JsonValue | undefined {
  if (typeof template === 'string') {
    const name = ONLY_A_PLACE.exec(template)?.[1]
    return name === undefined ? fillText(template, args) : argumentOf(args, name)
  }
  if (Array.isArray(template)) return template.flatMap((item: JsonValue) => fillValue(item, args) ?? [])
  if (!isJsonObject(template)) return template
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, item]) => {
      const value = fillValue(item, args)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** An argument by its own name alone, never something every object has. */
export function argumentOf(args: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  return value === null ? undefined : value
}

/** @throws CustomArgumentError `CUSTOM_ARGUMENT_REFUSED` for what is no single text, number or truth value. */
export function toText(value: JsonValue, argument: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new CustomArgumentError(argument, 'must be a text, a number, or true or false here.')
}
