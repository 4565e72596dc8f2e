export {
  createOpenTelemetryObserver,
  type OpenTelemetryOptions,
} from './telemetry/open-telemetry-observer.ts'
