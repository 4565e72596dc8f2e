import type { Registry } from '../registry.ts'

/** Waits while servers are starting and none has listed anything yet; no longer than `waitMs`, and never rejects but for the signal. */
export async function waitForTools(
  registry: Registry,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<void> {
  if (waitMs === 0 || registry.health().status !== 'starting' || registry.stats().mcpTools > 0) return
  let stop: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    stop = registry.onToolsChanged(resolve)
  })
  try {
    await Promise.race([first, registry.settled({ timeoutMs: waitMs, signal })])
  } finally {
    stop()
  }
}
