/** A statement and what is bound to it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Prepared once a connection under this name; absent for what is asked rarely. */
  readonly name?: string
}
