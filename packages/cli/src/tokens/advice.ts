import type { ProviderCosts } from './measure-tokens.ts'

/** Ways to show tools to a model. */
export type WayName = 'inline' | 'deferred' | 'meta'

/** What to do with one provider, and why. */
export interface Advice {
  /** Whether tools should be kept out of the prompt until they are needed. */
  readonly defer: boolean
  /** The way that is billed least. */
  readonly way: WayName
  /** Both in a sentence. */
  readonly reason: string
}

/** A way must be cheaper by this part before it is worth the requests it adds. */
const LEAST_GAIN = 0.1
/** Part of a context window from which definitions crowd out what the model is to think about. */
const CROWDED_SHARE = 0.05

const WAYS = { deferred: "with the provider's own search", meta: 'behind meta-tools' } as const

/** Says whether deferring pays for what was measured. */
export function advise(
  { inline: listed, adapted = listed, deferred, meta }: ProviderCosts,
  windowTokens: number,
): Advice {
  const inline = adapted.start < listed.start ? adapted : listed
  const isOwnBest = deferred !== undefined && deferred.task.billedTokens < meta.task.billedTokens
  const way = isOwnBest ? 'deferred' : 'meta'
  const best = isOwnBest ? deferred : meta
  const billed = best.task.billedTokens
  const own = inline.task.billedTokens
  const share = inline.start / windowTokens
  const requests = `${inline.task.requests} requests inline, ${best.task.requests} ${WAYS[way]}`
  if (billed <= own * (1 - LEAST_GAIN)) {
    const part = Math.round((1 - billed / own) * 100)
    return { defer: true, way, reason: `Defer: the task is billed ${part} % less (${requests}).` }
  }
  if (share > CROWDED_SHARE) {
    const part = Math.round(share * 100)
    return {
      defer: true,
      way,
      reason: `Defer, though it is not cheaper: definitions fill ${part} % of the window before a word is said.`,
    }
  }
  return {
    defer: false,
    way: 'inline',
    reason: `Do not defer: the task is billed ${own} tokens inline and ${billed} otherwise, and takes more requests (${requests}).`,
  }
}
