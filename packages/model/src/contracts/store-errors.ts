import { ToolscoutError } from '../errors.ts'

/** `STALE_REVISION`: a batch was made for a revision that is no longer the latest. */
export class StaleRevisionError extends ToolscoutError<{
  readonly expected: number
  readonly actual: number
}> {
  constructor(expected: number, actual: number) {
    const message = `The store is at revision ${actual}, not ${expected}; read what changed and try again.`
    super('STALE_REVISION', message, { details: { expected, actual } })
  }
}

/** `REVISION_FORGOTTEN`: a store no longer knows what changed since a revision, or never was at it. */
export class RevisionForgottenError extends ToolscoutError<{
  readonly revision: number
  /** The first revision that can still be asked for. */
  readonly oldest: number
}> {
  constructor(revision: number, oldest: number) {
    const message = `What changed since revision ${revision} is not known, only since ${oldest}; load everything.`
    super('REVISION_FORGOTTEN', message, { details: { revision, oldest } })
  }
}

/** `STORE_LOCKED`: somebody else writes to the store. */
export class StoreLockedError extends ToolscoutError<{ readonly store: string }> {
  constructor(store: string, message: string, cause?: unknown) {
    super('STORE_LOCKED', message, { details: { store }, cause })
  }
}

/** `STORE_FORMAT_UNKNOWN`: a store holds a format that this version of Toolscout does not know. */
export class StoreFormatUnknownError extends ToolscoutError<{
  readonly store: string
  /** The format that was found; 0 when what is there was not made by Toolscout. */
  readonly format: number
  /** The newest format that is known. */
  readonly known: number
}> {
  constructor(
    message: string,
    details: { readonly store: string; readonly format: number; readonly known: number },
  ) {
    super('STORE_FORMAT_UNKNOWN', message, { details })
  }
}

/** `STORE_DAMAGED`: what a store holds is not what was written to it. */
export class StoreDamagedError extends ToolscoutError<{ readonly store: string }> {
  constructor(store: string, message: string, cause?: unknown) {
    super('STORE_DAMAGED', message, { details: { store }, cause })
  }
}

/**
 * What became of a change that a store did not acknowledge:
 *
 * - `unchanged`: nothing of it was taken in, and nothing will be.
 * - `unknown`: that could not be found out; a batch was taken in whole or not at all.
 * - `pending`: a catalog that is open on the store holds it, and goes on trying to make it durable.
 */
type StoreUnavailableState = 'unchanged' | 'unknown' | 'pending'

/** `STORE_UNAVAILABLE`: a store could not be reached, read or written. */
export class StoreUnavailableError extends ToolscoutError<{
  readonly store: string
  readonly state: StoreUnavailableState
}> {
  constructor(
    message: string,
    details: { readonly store: string; readonly state: StoreUnavailableState },
    cause?: unknown,
  ) {
    super('STORE_UNAVAILABLE', message, { details, cause })
  }
}

/** `STORE_CLOSED`: a store was asked for something after it was closed. */
export class StoreClosedError extends ToolscoutError<{ readonly store: string }> {
  constructor(store: string) {
    super('STORE_CLOSED', `The ${store} store is closed; open it again.`, { details: { store } })
  }
}

/** `STORE_READ_ONLY`: something was to be written to a store that was opened for reading alone. */
export class StoreReadOnlyError extends ToolscoutError<{ readonly store: string }> {
  constructor(store: string) {
    const message = `The ${store} store was opened for reading alone, so nothing was taken in.`
    super('STORE_READ_ONLY', message, { details: { store } })
  }
}
