import type { JsonValue } from '@toolscout/model'
import { childPointer } from '@toolscout/model/internal'

/** Bounds on a value that is read. All are inclusive. */
export interface JsonBounds {
  /** UTF-8 bytes of the value as JSON text without white space. */
  readonly maxBytes: number
  /** Nesting levels; a scalar has depth 0, `{}` has depth 1. */
  readonly maxDepth: number
  /** Values of any kind, members and items counted one by one. */
  readonly maxNodes: number
}

/** A value that was read, or why it was not. */
export type JsonReading =
  | {
      readonly ok: true
      /** A copy whose objects have no prototype, so that every name in them is their own. */
      readonly json: JsonValue
      readonly bytes: number
      readonly depth: number
      readonly nodes: number
    }
  | {
      readonly ok: false
      readonly reason: 'not-json' | 'bytes' | 'depth' | 'nodes'
      /** JSON pointer to where reading stopped. */
      readonly path: string
      /** The value there, for `not-json`. */
      readonly found: unknown
    }

interface Reading {
  bytes: number
  depth: number
  nodes: number
  failure: { reason: 'not-json' | 'bytes' | 'depth' | 'nodes'; path: string; found: unknown } | undefined
}

/**
 * Copies a value as JSON would carry it: members that are `undefined` are left out and `toJSON` is asked, as
 * `JSON.stringify` does; every other kind of value is no JSON. A member named `__proto__` is a member like any
 * other. Never throws and never walks further than the bounds allow.
 */
export function readJson(value: unknown, bounds: JsonBounds): JsonReading {
  const reading: Reading = { bytes: 0, depth: 0, nodes: 0, failure: undefined }
  const json = readGuarded(value, bounds, reading)
  const { bytes, depth, nodes, failure } = reading
  return failure === undefined ? { ok: true, json, bytes, depth, nodes } : { ok: false, ...failure }
}

/** A getter or a `toJSON` that throws has no JSON to give. */
function readGuarded(value: unknown, bounds: JsonBounds, reading: Reading): JsonValue {
  try {
    return readNode(value, 0, bounds, reading)
  } catch {
    return fail(reading, 'not-json', value)
  }
}

function readNode(value: unknown, depth: number, bounds: JsonBounds, reading: Reading): JsonValue {
  reading.nodes += 1
  if (reading.nodes > bounds.maxNodes) return fail(reading, 'nodes', value)
  if (typeof value === 'string') return spend(reading, bounds, jsonTextBytes(value)) ? value : ''
  if (value === null || typeof value === 'boolean') {
    spend(reading, bounds, value === false ? 5 : 4)
    return value
  }
  if (typeof value === 'number' && Number.isFinite(value)) {
    // Minus zero has no JSON form of its own.
    const number = value === 0 ? 0 : value
    spend(reading, bounds, String(number).length)
    return number
  }
  if (typeof value !== 'object') return fail(reading, 'not-json', value)
  if (depth >= bounds.maxDepth) return fail(reading, 'depth', value)
  reading.depth = Math.max(reading.depth, depth + 1)
  if (!spend(reading, bounds, 2)) return null
  return Array.isArray(value)
    ? readArray(value, depth, bounds, reading)
    : readObject(value, depth, bounds, reading)
}

function readArray(
  items: readonly unknown[],
  depth: number,
  bounds: JsonBounds,
  reading: Reading,
): JsonValue {
  const copy: JsonValue[] = []
  for (const item of items) {
    if (copy.length > 0) spend(reading, bounds, 1)
    const read = readNode(item, depth + 1, bounds, reading)
    if (reading.failure !== undefined) return stepOut(reading, String(copy.length))
    copy.push(read)
  }
  return copy
}

function readObject(value: object, depth: number, bounds: JsonBounds, reading: Reading): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    const toJson: unknown = Reflect.get(value, 'toJSON')
    if (typeof toJson === 'function') return readNode(toJson.call(value), depth + 1, bounds, reading)
    if (Object.getPrototypeOf(prototype as object) !== null) return fail(reading, 'not-json', value)
  }
  const copy: Record<string, JsonValue> = Object.create(null)
  let members = 0
  for (const member of Object.keys(value)) {
    const item: unknown = Reflect.get(value, member)
    if (item === undefined) continue
    spend(reading, bounds, jsonTextBytes(member) + (members === 0 ? 1 : 2))
    const read = readNode(item, depth + 1, bounds, reading)
    if (reading.failure !== undefined) return stepOut(reading, member)
    copy[member] = read
    members += 1
  }
  return copy
}

function spend(reading: Reading, bounds: JsonBounds, bytes: number): boolean {
  reading.bytes += bytes
  if (reading.bytes > bounds.maxBytes && reading.failure === undefined) fail(reading, 'bytes', undefined)
  return reading.failure === undefined
}

function fail(reading: Reading, reason: 'not-json' | 'bytes' | 'depth' | 'nodes', found: unknown): null {
  reading.failure ??= { reason, path: '', found }
  return null
}

/** Completes the path of a failure on the way out, so that no path is built while all is well. */
function stepOut(reading: Reading, token: string): null {
  if (reading.failure !== undefined)
    reading.failure.path = `${childPointer('', token)}${reading.failure.path}`
  return null
}

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** Bytes of a text as a JSON string in UTF-8, quotes and escapes included. */
function jsonTextBytes(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text), 'utf8')
}
