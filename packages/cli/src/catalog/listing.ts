/** What one server, or one part of a file, offers. Plain JSON, so that it can be kept. */
export interface ServerListing {
  /** The namespace of its tools; `''` for tools of a file that names no server. */
  readonly server: string
  /** Definitions as they came, unread. */
  readonly definitions: readonly unknown[]
  /** When they were listed, in milliseconds since 1970. */
  readonly listedAt: number
  /** Why it could not be listed last time; `definitions` are then those of an earlier time, or none. */
  readonly failure?: ListingFailure | undefined
  /** Why the listing may lack some; absent for a complete one. */
  readonly incomplete?: string | undefined
}

/** Why a server could not be listed. */
export interface ListingFailure {
  readonly code: string
  readonly message: string
}

/** Tools that are listed. */
export function countTools(listings: readonly ServerListing[]): number {
  return listings.reduce((sum, { definitions }) => sum + definitions.length, 0)
}
