import type { LogLevel } from '@toolscout/model/internal'

/** From the least urgent to the most (RFC 5424, as MCP uses it). */
const LOG_LEVELS: readonly LogLevel[] = Object.freeze([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
])

/** What a client hears before it has said what it wants to. */
export const DEFAULT_LOG_LEVEL: LogLevel = 'info'

/** Whether a value is a level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return (LOG_LEVELS as readonly unknown[]).includes(value)
}

/** Whether a message of a level is for someone who wants to hear `least` and above. */
export function isUrgentEnough(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)
}
