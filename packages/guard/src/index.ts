export { digestDefinition } from './digest/definition-digest.ts'
export { tellChanges } from './digest/tell-changes.ts'
export {
  createPins,
  DEFAULT_MAX_PINS,
  type Pins,
  type PinsOptions,
  type SavedPin,
  type Sighting,
} from './pins/create-pins.ts'
export type { NewToolMode, PinMode, PinState, ToolPin } from './pins/tool-pin.ts'
