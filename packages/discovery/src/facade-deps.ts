import type { ExportNames } from '@toolscout/model/internal'
import type { Discovery } from './discovery.ts'
import type { ToolCalls } from './tool-calls.ts'

/** What our own packages need of a facade and applications do not. */
export interface FacadeDeps {
  /** The names model providers take for all tools there are now; linear in the tools after a change. */
  readonly exportNames: () => ExportNames
  /** What runs a tool, or the answer that nothing does. */
  readonly targetOf: ToolCalls['targetOf']
}

const kept = new WeakMap<Discovery, FacadeDeps>()

/** Keeps the inside of a facade for {@link facadeDeps}. */
export function keepFacadeDeps(discovery: Discovery, deps: FacadeDeps): void {
  kept.set(discovery, deps)
}

/** The inside of a facade. @throws TypeError for an object that `createDiscovery` or `openDiscovery` did not make. */
export function facadeDeps(discovery: Discovery): FacadeDeps {
  const deps = kept.get(discovery)
  if (deps === undefined) throw new TypeError('A discovery of createDiscovery or openDiscovery is needed.')
  return deps
}
