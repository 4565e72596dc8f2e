/** A definition of a server that is not the one that is trusted. */
export interface PinView {
  readonly id: string
  /** Digest of the definition shown, in the digits that approving it takes. */
  readonly digest: string
  /** `quarantined` where none ever was trusted. */
  readonly state: 'changed' | 'quarantined'
  /** Whether the tool is hidden until it is approved. */
  readonly isQuarantined: boolean
  /** When it was seen first, in milliseconds since the epoch. */
  readonly since: number
  /** What changed, in a few words each. */
  readonly changed: readonly string[]
  /** The same line by line, `+` or `-` before each. */
  readonly diff: readonly string[]
  /** The definition as it is, JSON; absent where the lines say enough, or the tool is gone. */
  readonly definition?: string
}

/** Definitions that wait for approval. */
export interface PinsView {
  readonly waiting: number
  /** The first of them, blocked ones before the others. */
  readonly pins: readonly PinView[]
}
