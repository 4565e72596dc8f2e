import type { Registry } from '../../registry.ts'
import { type RememberedNames, rememberNames } from '../remembered-names.ts'
import { createMeasure, type Measure } from './measures.ts'
import { type ToolboxNames, toolboxNames } from './toolbox-names.ts'
import type { ToolboxSettings } from './toolbox-options.ts'

/** What the tools of one exposure share. */
export interface ToolboxSession {
  readonly registry: Registry
  readonly settings: ToolboxSettings
  readonly names: RememberedNames<ToolboxNames>
  readonly startedAt: number
  readonly bm25: Measure
  readonly regex: Measure
  readonly executions: Measure
  readonly counts: { searches: number; executions: number; succeeded: number }
}

/** Creates a {@link ToolboxSession}. */
export function createToolboxSession(registry: Registry, settings: ToolboxSettings): ToolboxSession {
  return {
    registry,
    settings,
    names: rememberNames(registry, toolboxNames),
    startedAt: settings.now(),
    bm25: createMeasure(),
    regex: createMeasure(),
    executions: createMeasure(),
    counts: { searches: 0, executions: 0, succeeded: 0 },
  }
}
