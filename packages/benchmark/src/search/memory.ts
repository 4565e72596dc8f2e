/** Memory of this process after everything that can be collected was collected, in bytes. */
export interface MemoryUse {
  /** Objects of V8. */
  readonly heap: number
  /** What objects of V8 hold outside of its heap: typed arrays and buffers. */
  readonly external: number
  /** What the operating system has given the process and not taken back. */
  readonly resident: number
}

/** One collection finds what died; the next gives back what the first one moved. */
const COLLECTIONS = 3

/** Collects and measures. The process must run with `--expose-gc`, otherwise garbage is counted too. */
export function measureMemory(): MemoryUse {
  for (let i = 0; i < COLLECTIONS; i += 1) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
}
