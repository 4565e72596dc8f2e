import type { GatewayEvent } from '@toolscout/gateway'
import type { JsonObject } from '@toolscout/model'
import type { LogFile, LogLevelName } from './log-file.ts'

/** What is written down of something that happened. */
type LogEntry = readonly [level: LogLevelName, message: string, facts: JsonObject]

/** Writes down what happens, without anything that was searched for, given to tools or answered by them. */
export function logEvent({ write }: LogFile, event: GatewayEvent): void {
  const entry = toEntry(event)
  if (entry !== undefined) write(...entry)
}

function toEntry(event: GatewayEvent): LogEntry | undefined {
  switch (event.type) {
    case 'serverStateChanged': {
      const { server, state, reason } = event
      return reason === undefined
        ? ['INFO', 'server', { server, state }]
        : ['WARN', 'server', { server, state, reason }]
    }
    case 'serverListed': {
      const { server, tools, durationMs, warnings } = event
      return [
        'INFO',
        'listed',
        { server, tools, durationMs: Math.round(durationMs), warnings: warnings.length },
      ]
    }
    case 'searched':
      return ['INFO', 'searched', { hits: event.hits, durationMs: Math.round(event.durationMs) }]
    case 'callEnded': {
      const { name, isError, error, outcome, durationMs } = event
      const facts = { tool: name, outcome, durationMs: Math.round(durationMs) }
      return [isError ? 'WARN' : 'INFO', 'called', error === undefined ? facts : { ...facts, error }]
    }
    case 'attemptFailed':
      return ['WARN', 'attempt failed', { tool: event.name, failure: event.attempt.failure }]
    default:
      return undefined
  }
}
