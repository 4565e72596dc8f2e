/** A query made of a catalog itself, and what it must find. */
export interface Probe {
  readonly text: string
  /** The hits must hold one tool id of each of these sets, among the first {@link ProbeArm.within}. */
  readonly expected: readonly ReadonlySet<string>[]
  /** The same, stricter: only tools whose name is the one that was spelled in another way. Absent where both agree. */
  readonly literal?: readonly ReadonlySet<string>[] | undefined
}

/** Probes of one kind. */
export interface ProbeArm {
  /** Such as `one edit`. */
  readonly name: string
  /** What its rate is called: `hit@1`, `hit@5`, or `both@5` where two tools are asked for. */
  readonly metric: string
  /** How many hits are looked at: the number in the metric. */
  readonly within: number
  readonly probes: readonly Probe[]
}
