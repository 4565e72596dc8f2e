export type { PoisonCode } from './checks/rules.ts'
export { digestDefinition } from './digest/definition-digest.ts'
export { diffDefinitions } from './digest/diff-definitions.ts'
export { tellChanges } from './digest/tell-changes.ts'
export {
  createPins,
  DEFAULT_MAX_PINS,
  type Pins,
  type PinsOptions,
  type Sighting,
} from './pins/create-pins.ts'
export {
  isSavedPin,
  isWaiting,
  type NewToolMode,
  type PinMode,
  type PinState,
  type SavedPin,
  serverPartOf,
  type ToolPin,
} from './pins/tool-pin.ts'
export { namesOfOthers, readToolNames, type ToolNames } from './scan/match-rules.ts'
export {
  POISON_LEVELS,
  type PoisonFinding,
  type PoisonLevel,
  type PoisonReport,
  type ScanOptions,
  scanDefinition,
} from './scan/scan-definition.ts'
