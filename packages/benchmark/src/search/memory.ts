import { setImmediate } from 'node:timers/promises'

/** Memory of this process after everything that can be collected was collected, in bytes. */
export interface MemoryUse {
  /** Objects of V8. */
  readonly heap: number
  /** What objects of V8 hold outside of its heap: typed arrays and buffers. */
  readonly external: number
  /** What the operating system has given the process and not taken back. */
  readonly resident: number
}

/**
 * One collection finds what died, the next gives back what the first has moved; buffers are freed beside the program,
 * which takes turns of the event loop.
 */
const COLLECTIONS = 5

/** Collects and measures. The process must run with `--expose-gc`, otherwise garbage is counted too. */
export async function measureMemory(): Promise<MemoryUse> {
  for (let i = 0; i < COLLECTIONS; i += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
}
