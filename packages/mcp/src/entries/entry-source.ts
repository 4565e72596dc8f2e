import type { EntryKind, ToolSource } from '@toolscout/model'
import type { McpConnection } from '../connection/connection.ts'
import { callEntry } from './call-entry.ts'
import { listEntries } from './list-entries.ts'

/** Notifications after which another listing may differ, beside that of tools. */
const LIST_CHANGES: ReadonlySet<string> = new Set([
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
])

/** Whether a notification says that a list of what is no tool changed. */
export function isListChange({ method }: { readonly method: string }): boolean {
  return LIST_CHANGES.has(method)
}

/** A connection as a source of all these kinds, called as each is. */
export function withEntries(connection: McpConnection, kinds: readonly EntryKind[]): ToolSource {
  return {
    name: connection.name,
    closed: connection.closed,
    close: connection.close,
    list: (options = {}) => listEntries(connection, { ...options, kinds }),
    call: (name, args, { entry, ...options } = {}) =>
      entry?.kind === undefined
        ? connection.call(name, args, options)
        : callEntry(connection, { ...entry, name }, args, options),
    onChange: (listener) => {
      const stops = [
        connection.onChange(listener),
        connection.onNotification((notification) => {
          if (isListChange(notification)) listener()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
