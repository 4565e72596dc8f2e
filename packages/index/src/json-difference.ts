import type { JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject, jsonEquals } from '@toolscout/model/internal'

/** One place at which two JSON values differ. */
export interface JsonDifference {
  /** JSON Pointer (RFC 6901) to the place. */
  readonly path: string
  /** Absent where the place is new. */
  readonly before?: JsonValue
  /** Absent where the place is gone. */
  readonly after?: JsonValue
}

/** Most differences that are listed; beyond that, one difference at the root replaces them. */
const MAX_DIFFERENCES = 100

/**
 * Where two JSON values differ, in the order of the first value's members, then the second's. Objects are
 * compared member by member; lists and scalars as a whole. Applying every `after` at its path to the first
 * value gives the second.
 */
export function jsonDifferences(before: JsonValue, after: JsonValue): readonly JsonDifference[] {
  const differences: JsonDifference[] = []
  collect(before, after, '', differences)
  return Object.freeze(differences.length > MAX_DIFFERENCES ? [{ path: '', before, after }] : differences)
}

function collect(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
  differences: JsonDifference[],
): void {
  if (differences.length > MAX_DIFFERENCES || jsonEquals(before, after)) return
  if (!isJsonObject(before) || !isJsonObject(after)) {
    differences.push({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })
    return
  }
  for (const member of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = childPointer(path, member)
    collect(ownMember(before, member), ownMember(after, member), at, differences)
  }
}

function ownMember(value: { readonly [member: string]: JsonValue }, member: string): JsonValue | undefined {
  return Object.hasOwn(value, member) ? value[member] : undefined
}
