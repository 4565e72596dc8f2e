import { childPointer, pointerTokens, quote, truncate } from '@toolscout/model/internal'
import { ExternalRefError, UnsafeSchemaError } from '../errors.ts'

/** A schema with an `$id` of its own and what is in it, down to the next `$id`: the frame references mean. */
export interface SchemaResource {
  /** Place among the document's resources. */
  readonly index: number
  /** JSON pointer to its root. */
  readonly base: string
  /** Its absolute URI, without fragment. */
  readonly uri: string
  /** `$anchor`, `$dynamicAnchor` and the `#name` ids of draft-07, with the pointers they name. */
  readonly anchors: Map<string, string>
  /** `$dynamicAnchor`, and the empty name for `$recursiveAnchor`, with the pointers they name. */
  readonly dynamicAnchors: Map<string, string>
}

/** The URI of a document without `$id`: relative references resolve against it, and it is never fetched. */
export const NO_URI = 'toolscout-schema:///'

/** The URI that an `$id` gives, relative to the one around it; that one where it is no URI. */
export function uriOfId(id: string, around: string): string {
  return absoluteUri(id, around).uri ?? around
}

/** Where a reference leads. */
export interface RefTarget {
  readonly resource: SchemaResource
  /** JSON pointer from the root of the document. Whether there is a schema is not looked at. */
  readonly pointer: string
  /** The fragment, decoded; empty for the resource itself. */
  readonly fragment: string
}

/**
 * Resolves a reference against the resource it is in (RFC 3986, section 5).
 *
 * @throws ExternalRefError `EXTERNAL_REF` when no resource of the document has its URI; nothing is ever fetched.
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` with reason `unresolvable-ref` for an anchor that does not exist.
 */
export function refTarget(
  ref: string,
  from: string,
  around: SchemaResource,
  resources: readonly SchemaResource[],
): RefTarget {
  const isLocal = ref === '' || ref.startsWith('#')
  const { uri, fragment: encoded } = isLocal
    ? { uri: around.uri, fragment: ref.slice(1) }
    : absoluteUri(ref, around.uri)
  // The first that has the URI; a document with two of one URI is not valid.
  const resource = isLocal ? around : resources.find((known) => known.uri === uri)
  if (resource === undefined) throw external(ref, from)
  const fragment = decodeFragment(encoded)
  if (fragment === '') return { resource, pointer: resource.base, fragment }
  const pointer = fragment?.startsWith('/')
    ? pointerTokens(fragment).reduce(childPointer, resource.base)
    : resource.anchors.get(fragment ?? '')
  if (pointer === undefined || fragment === undefined) throw unresolvable(ref, from)
  return { resource, pointer, fragment }
}

/** The error for a reference to nothing: such a reference must never be taken for "anything goes". */
export function unresolvable(ref: unknown, from: string): UnsafeSchemaError {
  return new UnsafeSchemaError(
    `The schema at ${quote(from)} refers to ${quote(ref)}, where there is no schema.`,
    { reason: 'unresolvable-ref', path: from },
  )
}

function external(ref: string, from: string): ExternalRefError {
  return new ExternalRefError(
    `The schema at ${quote(from)} refers to ${quote(ref)}, which is not in it; only references within a schema (#… or an $id of it) are followed.`,
    from,
    truncate(ref, 200),
  )
}

function absoluteUri(reference: string, base: string): { readonly uri?: string; readonly fragment: string } {
  if (!URL.canParse(reference, base)) return { fragment: '' }
  const url = new URL(reference, base)
  const fragment = url.hash.slice(1)
  url.hash = ''
  return { uri: url.href, fragment }
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}
