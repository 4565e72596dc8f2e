/**
 * One promise of a contract and the test that holds an implementation to it. Suites are lists of these, free of
 * any test framework: run each under its name, and a rejected promise is a broken obligation.
 */
export interface Obligation<Subject> {
  /** The obligation in the words of the contract. */
  readonly name: string
  /** Checks one fresh subject after another. @throws AssertionError when the obligation is not met. */
  readonly check: (create: () => Subject | Promise<Subject>) => Promise<void>
}
