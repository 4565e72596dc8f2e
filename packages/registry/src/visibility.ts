import type { ToolSummary, ToolVisibility } from '@toolscout/model'
import type { RegistryPolicy } from './registry.ts'

/** Who may know of which tools. */
export interface Visibility {
  /** Whether the tool exists for a principal. */
  readonly allows: (tool: ToolSummary, principal: string) => boolean
  /** The same for a filter; `undefined` where everything exists for everybody. */
  readonly of: (principal: string) => ToolVisibility | undefined
}

/** Makes a policy safe to ask: one that throws hides the tool, because nobody said that it may be seen. */
export function createVisibility(policy: RegistryPolicy | undefined): Visibility {
  if (policy === undefined) return { allows: () => true, of: () => undefined }
  const allows = (tool: ToolSummary, principal: string): boolean => {
    try {
      return policy(tool, { principal }) === true
    } catch {
      return false
    }
  }
  return { allows, of: (principal) => ({ key: principal, allows: (tool) => allows(tool, principal) }) }
}
