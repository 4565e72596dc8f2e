import { sha256 } from '../internal/json/json.ts'
import { parseToolId } from './tool-id.ts'

/** Longest tool name that every large model provider accepts. */
export const MAX_EXPORT_NAME_LENGTH = 64

const LEGAL = /^[A-Za-z0-9_-]{1,64}$/
const DIGEST_LENGTH = 8

/** Names for models beside the ids they stand for. */
export interface ExportNames {
  /** The name a model sees for an id; `undefined` for an id that was not given. */
  readonly nameOf: (id: string) => string | undefined
  /** The id behind a name; `undefined` for a name that was not given out. */
  readonly idOf: (name: string) => string | undefined
}

/**
 * The name a model sees for an id: `server__tool` where both parts allow it, at most 64 of `A-Za-z0-9_-`.
 *
 * An id that does not fit (a dot, a version, a part with `__` or a `_` beside the seam, too long) keeps as much
 * as fits and gets `_` and 8 digits of the id's SHA-256, so that `a_b` + `c` and `a` + `b_c` stay two names.
 * Depends on nothing but the id: a tool keeps its name whatever else is registered.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when the text is no canonical id.
 */
export function toExportName(id: string): string {
  const { namespace, name, version } = parseToolId(id)
  const plain = namespace === undefined ? name : `${namespace}__${name}`
  if (version === undefined && LEGAL.test(plain) && isUnambiguous(plain, namespace !== undefined))
    return plain
  return digested(plain, id, DIGEST_LENGTH)
}

/**
 * Gives every id its export name and remembers the way back. Should two names meet after all (a tool that
 * calls itself what another's digest gives), the one with the greater id gets a longer digest; the result does
 * not depend on the order of `ids`.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when one of them is no canonical id.
 */
export function createExportNames(ids: Iterable<string>): ExportNames {
  const byId = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const id of [...new Set(ids)].sort()) {
    let name = toExportName(id)
    for (let digits = 2 * DIGEST_LENGTH; byName.has(name); digits += DIGEST_LENGTH) {
      name = digested(name, id, Math.min(digits, 48))
    }
    byId.set(id, name)
    byName.set(name, id)
  }
  return Object.freeze({ nameOf: (id: string) => byId.get(id), idOf: (name: string) => byName.get(name) })
}

/** Whether the name can be taken apart in one way only. A digest's own form is kept out of plain names. */
function isUnambiguous(plain: string, hasNamespace: boolean): boolean {
  if (/_[0-9a-f]{8}$/.test(plain)) return false
  const seams = plain.match(/_{2,}/g) ?? []
  return hasNamespace ? seams.length === 1 && seams[0] === '__' : seams.length === 0
}

function digested(plain: string, id: string, digits: number): string {
  const kept = plain.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_EXPORT_NAME_LENGTH - digits - 1)
  return `${kept}_${sha256(id).slice(0, digits)}`
}
