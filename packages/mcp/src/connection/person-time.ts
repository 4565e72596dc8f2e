import type { Clock } from '@toolscout/model'
import { systemClock } from '@toolscout/model/internal'

/** Ten minutes: a person who has not answered by then does something else. */
const MAX_PERSON_MS = 600_000

/** How long people were asked by one server. */
export class PersonTime {
  #asked = 0
  #since = 0
  #pastMs = 0
  readonly #waiting = new Set<() => void>()
  readonly #clock: Pick<Clock, 'after'>

  constructor(clock: Pick<Clock, 'after'> = systemClock) {
    this.#clock = clock
  }

  /** Asks; questions that are open at the same time count once. */
  async during<T>(question: () => Promise<T>): Promise<T> {
    if (this.#asked === 0) this.#since = performance.now()
    this.#asked += 1
    try {
      return await question()
    } finally {
      this.#asked -= 1
      if (this.#asked === 0) {
        this.#pastMs += performance.now() - this.#since
        for (const goOn of this.#waiting) goOn()
      }
    }
  }

  /**
   * From now on gives a deadline whose time is up the milliseconds that people took, ten minutes in all, less those for which it
   * waits itself, for a question that is open.
   */
  follow(): () => Promise<number> {
    const before = this.#ms()
    let givenMs = 0
    return async () => {
      const since = performance.now()
      await this.#answered(MAX_PERSON_MS - (this.#ms() - before))
      const tookMs = Math.min(MAX_PERSON_MS, Math.ceil(this.#ms() - before))
      const moreMs = tookMs - givenMs - (performance.now() - since)
      givenMs = tookMs
      return moreMs
    }
  }

  #ms(): number {
    return this.#pastMs + (this.#asked === 0 ? 0 : performance.now() - this.#since)
  }

  #answered(mostMs: number): Promise<void> {
    if (this.#asked === 0 || mostMs <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const goOn = (): void => {
        stopClock()
        this.#waiting.delete(goOn)
        resolve()
      }
      const stopClock = this.#clock.after(mostMs, goOn, { background: true })
      this.#waiting.add(goOn)
    })
  }
}
