/** Lets the process do what else waits, between two pieces of work that take it a few milliseconds each. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
