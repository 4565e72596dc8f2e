import { childPointer, pointerTokens, quote, truncate } from '@toolscout/model/internal'
import { ExternalRefError, UnsafeSchemaError } from './errors.ts'

/** A schema with an `$id` of its own and what is in it, down to the next `$id`: the frame references mean. */
export interface SchemaResource {
  /** JSON pointer to its root. */
  readonly base: string
  /** `$anchor`, `$dynamicAnchor` and the `#name` ids of draft-07, with the pointers they name. */
  readonly anchors: Map<string, string>
  readonly dynamicAnchors: Set<string>
}

/** Creates a resource without anchors. */
export function createResource(base: string): SchemaResource {
  return { base, anchors: new Map(), dynamicAnchors: new Set() }
}

/**
 * The JSON pointer a reference means, from the root of the document. Whether anything stands there is not
 * looked at.
 *
 * @throws ExternalRefError `EXTERNAL_REF` when it leads out of the document; nothing is ever fetched.
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` with reason `unresolvable-ref` for an anchor that does not exist.
 */
export function refPointer(ref: string, from: string, resource: SchemaResource): string {
  if (ref !== '' && !ref.startsWith('#')) {
    throw new ExternalRefError(
      `The schema at ${quote(from)} refers to ${quote(ref)}; only references into the same schema (#…) are followed.`,
      from,
      truncate(ref, 200),
    )
  }
  const fragment = decodeFragment(ref.slice(1))
  if (fragment === '') return resource.base
  if (fragment?.startsWith('/')) return pointerTokens(fragment).reduce(childPointer, resource.base)
  const anchored = fragment === undefined ? undefined : resource.anchors.get(fragment)
  if (anchored === undefined) throw unresolvable(ref, from)
  return anchored
}

/** The error for a reference to nothing: such a reference must never be taken for "anything goes". */
export function unresolvable(ref: unknown, from: string): UnsafeSchemaError {
  return new UnsafeSchemaError(
    `The schema at ${quote(from)} refers to ${quote(ref)}, where there is no schema.`,
    { reason: 'unresolvable-ref', path: from },
  )
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}
