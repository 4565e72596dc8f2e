/** Does one thing after another. */
export interface Turns {
  /** Runs work when everything that was given before has come to its end, however it did. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
}

/** Creates an empty queue of turns. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (work) => {
      const run = last.then(work)
      last = run.catch(() => {})
      return run
    },
  }
}

/** The same for each of many names by itself. */
export function createTurnsByName(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Turns>()
  return (name, work) => {
    const own = turns.get(name) ?? createTurns()
    turns.set(name, own)
    return own.run(work)
  }
}
