import { onAbort } from '@toolscout/model/internal'

/** Who takes a turn: `undefined` is a caller of its own. */
type Caller = object | undefined

interface Waiting {
  readonly caller: Caller
  readonly begin: () => void
}

/** Lets callers run their calls all at once, or, once that is asked for, one caller after the other. */
export class ClientTurns {
  readonly #running: Caller[] = []
  readonly #waiting: Waiting[] = []
  #takesTurns = false

  /** Those whose calls run. */
  get callers(): ReadonlySet<Caller> {
    return new Set(this.#running)
  }

  /** From now on only calls of one caller run at a time. */
  takeTurns(): void {
    this.#takesTurns = true
  }

  /** Runs the work when it is the caller's turn. Rejects with the signal's reason when that aborts before. */
  async run<T>(caller: Caller, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#mayRun(caller)) await this.#turn(caller, signal)
    else this.#running.push(caller)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(caller), 1)
      this.#next()
    }
  }

  #mayRun(caller: Caller): boolean {
    return !this.#takesTurns || this.#running.every((other) => other === caller)
  }

  #turn(caller: Caller, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        caller,
        begin: () => {
          stop()
          this.#running.push(caller)
          resolve()
        },
      }
      const stop = onAbort(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
        this.#next()
      })
      this.#waiting.push(waiting)
    })
  }

  /** Begins those whose turn it is, in the order in which they came. */
  #next(): void {
    for (let [first] = this.#waiting; first && this.#mayRun(first.caller); [first] = this.#waiting) {
      this.#waiting.shift()
      first.begin()
    }
  }
}
