export { CONVENTIONS } from './conventions.ts'
export { DEFAULT_MAX_TOOL_NAMES, OTHER_NAME } from './known-names.ts'
export {
  createOpenTelemetryObserver,
  type OpenTelemetryObserver,
  type OpenTelemetryOptions,
} from './open-telemetry-observer.ts'
