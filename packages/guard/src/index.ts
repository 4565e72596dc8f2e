// For applications: tell definitions apart, remember which are trusted, look for texts that give orders.
export { diffDefinitions, digestDefinition } from './digest/diff-definitions.ts'
export { createPins, type Pins, type PinsOptions } from './pins/create-pins.ts'
export type { SavedPin, ToolPin } from './pins/tool-pin.ts'
export { readToolNames } from './scan/match-rules.ts'
export { type PoisonFinding, type ScanOptions, scanDefinition } from './scan/scan-definition.ts'
