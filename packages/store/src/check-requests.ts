import { type CandidateRequest, type Checkpoint, RevisionForgottenError } from '@toolscout/model'
import { isIdPart, type OptionKind, quote } from '@toolscout/model/internal'

/** What a request for candidates may have. */
export const CANDIDATE_REQUEST: { readonly [Member in keyof CandidateRequest]-?: OptionKind } = Object.freeze(
  {
    query: 'string',
    limit: { least: 0, whole: true },
    filter: 'object',
    expansions: { functions: ['get', 'keys'] },
    signal: 'object',
  },
)

/**
 * Checks what a checkpoint is saved as.
 *
 * @throws TypeError for a name or bytes that are none, RangeError for a revision the store has not reached.
 */
export function checkCheckpoint(name: string, { revision, bytes }: Checkpoint, latest: number): void {
  checkCheckpointPlace(name, revision, latest)
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`A checkpoint is of bytes, not ${quote(bytes)}.`)
}

/** As {@link checkCheckpoint} checks where bytes are saved. */
export function checkCheckpointPlace(name: string, revision: number, latest: number): void {
  if (typeof name !== 'string' || !isIdPart(name)) {
    throw new TypeError(`The name of a checkpoint is a legal id part, not ${quote(name)}.`)
  }
  if (Number.isSafeInteger(revision) && revision >= 0 && revision <= latest) return
  throw new RangeError(
    `A checkpoint of revision ${revision} is of none that is past; the latest is ${latest}.`,
  )
}

/**
 * Checks from where changes are asked for.
 *
 * @throws RevisionForgottenError `REVISION_FORGOTTEN` when that is not known; RangeError for what is no revision.
 */
export function checkAfter(
  after: number,
  { oldest, latest }: { readonly oldest: number; readonly latest: number },
): void {
  if (!Number.isSafeInteger(after) || after < 0) throw new RangeError(`${after} is no revision.`)
  if (after < oldest || after > latest) throw new RevisionForgottenError(after, oldest)
}
