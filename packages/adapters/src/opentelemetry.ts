export { CONVENTIONS } from './telemetry/conventions.ts'
export { DEFAULT_MAX_TOOL_NAMES, OTHER_NAME } from './telemetry/known-names.ts'
export {
  createOpenTelemetryObserver,
  type OpenTelemetryObserver,
  type OpenTelemetryOptions,
} from './telemetry/open-telemetry-observer.ts'
