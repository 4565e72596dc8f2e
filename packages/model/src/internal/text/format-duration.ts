/** Each unit with its length in milliseconds, longest first; a duration is written in the first that it holds at least twice. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * A duration in milliseconds as people read it in a message: `250 ms`, `1 second`, `2.5 seconds`, `90 seconds`,
 * `2 minutes`, `36 hours`. At most one decimal, except for milliseconds, which are whole.
 */
export function formatDuration(ms: number): string {
  const whole = Math.round(ms)
  if (whole < 1_000) return `${whole} ms`
  const [unit, unitMs] = UNITS.find(([, length]) => whole >= 2 * length) ?? ['second', 1_000]
  const count = Math.round((10 * whole) / unitMs) / 10
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
