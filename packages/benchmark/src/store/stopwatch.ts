/** How long something took, by the clock and on the processor; on a shared machine the second says more. */
export interface Took {
  readonly ms: number
  readonly cpuMs: number
}

/** Times work that may wait. */
export async function took(work: () => Promise<unknown>): Promise<Took> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1_000 }
}

/** Operations per second, by wall clock and by processor time. */
export function perSecond(
  count: number,
  { ms, cpuMs }: Took,
): { readonly clock: number; readonly cpu: number } {
  return { clock: Math.round((count / ms) * 1_000), cpu: Math.round((count / cpuMs) * 1_000) }
}
