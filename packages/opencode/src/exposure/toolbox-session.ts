import type { Gateway } from '@toolscout/gateway'
import { type RememberedNames, rememberNames } from '@toolscout/gateway/internal'
import { createMeasure, type Measure } from './measures.ts'
import { type ToolboxNames, toolboxNames } from './toolbox-names.ts'
import type { ToolboxSettings } from './toolbox-options.ts'

/** What the tools of one exposure share. */
export interface ToolboxSession {
  readonly gateway: Gateway
  readonly settings: ToolboxSettings
  readonly names: RememberedNames<ToolboxNames>
  readonly startedAt: number
  readonly bm25: Measure
  readonly regex: Measure
  readonly executions: Measure
  readonly counts: { searches: number; executions: number; succeeded: number }
}

/** Creates a {@link ToolboxSession}. */
export function createToolboxSession(gateway: Gateway, settings: ToolboxSettings): ToolboxSession {
  return {
    gateway,
    settings,
    names: rememberNames(gateway, toolboxNames),
    startedAt: settings.now(),
    bm25: createMeasure(),
    regex: createMeasure(),
    executions: createMeasure(),
    counts: { searches: 0, executions: 0, succeeded: 0 },
  }
}
