/** Makes one fresh subject after another. */
export type Create<Subject> = () => Subject | Promise<Subject>

/**
 * One promise of a contract and the test that holds an implementation to it. Suites are lists of these, free of
 * any test framework: run each under its name, and a rejected promise is a broken obligation.
 */
export interface Obligation<Subject> {
  /** The obligation in the words of the contract. */
  readonly name: string
  /** Checks one fresh subject after another. @throws AssertionError when the obligation is not met. */
  readonly check: (create: Create<Subject>) => Promise<void>
}

/** A table of obligations: the words of the contract, and how each is checked. */
export type Checks<Bench> = { readonly [name: string]: (bench: Bench) => Promise<void> }

/** The obligations of a table; `run` prepares what its checks work with, and clears it away. */
export function toObligations<Subject, Bench>(
  checks: Checks<Bench>,
  run: (create: Create<Subject>, check: (bench: Bench) => Promise<void>) => Promise<void>,
): readonly Obligation<Subject>[] {
  return Object.entries(checks).map(([name, check]) => ({ name, check: (create) => run(create, check) }))
}
