/** One breach of a rule, and the place to mend it. */
export interface Finding {
  /** Path from the root of the tree, with `/` between folders. */
  readonly file: string
  /** Line of the breach, from 1; absent when the whole file is meant. */
  readonly line?: number
  /** What is wrong and what to do instead. */
  readonly message: string
}

/** What a gate saw when it looked at a tree. */
export interface Inspection {
  /** How many things were looked at, in the gate's `unit`. Zero is a failure: such a gate could not have failed. */
  readonly checked: number
  /** Every breach, in the order of the files; empty when the rule is obeyed. */
  readonly findings: readonly Finding[]
}

/** A rule of the house as a program. */
export interface Gate {
  /** What the gate is called on the command line. */
  readonly name: string
  /** The rule in one sentence. */
  readonly rule: string
  /** What is counted, in the plural. */
  readonly unit: string
  /**
   * Looks at the tree under `root`, an absolute path. Leaves the tree as it was; may throw when the tree cannot be
   * read, which the runner reports as a finding.
   */
  readonly inspect: (root: string) => Promise<Inspection>
}

/** Findings ordered by file, then line, so that two runs print the same. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.line ?? 0) - (b.line ?? 0),
  )
}

/** A finding as `file:line message`, which terminals and editors turn into a link. */
export function formatFinding({ file, line, message }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${message}`
}
