/** Bytes that stand in a file of their own beside a snapshot, as they were when they were added. */
export interface BytesApart {
  /** In order; each is of the same memory as the one before. */
  readonly pieces: Iterable<Uint8Array>
  /** Lets go of what is kept for pieces that were not asked for. */
  readonly end: () => void
}

/** Such bytes where they are read. */
export interface ReadApart {
  readonly byteLength: number
  /** Fills an array with the bytes from a place on, or throws. */
  readonly read: (at: number, into: Uint8Array) => void
  /** Hears, before it is thrown, that they cannot be read or are not what was written. What needs them is given up. */
  readonly onLost: (error: unknown) => void
}
