import type { ToolscoutError } from '@toolscout/model'
import type { ConfigPlace } from './errors.ts'
import type { McpServerConfig } from './server-config.ts'

/** A server that could not be read or reached; it harms no other. */
export interface McpServerFailure {
  readonly name: string
  readonly error: ToolscoutError
}

/** Something in a configuration that has no effect or looks like a slip. */
export interface McpConfigWarning extends ConfigPlace {
  /** A sentence for people. */
  readonly message: string
}

/** A configuration that was read. Frozen through and through. */
export interface McpConfig {
  /** Servers that can be connected, in the order of the file. */
  readonly servers: readonly McpServerConfig[]
  /** Names of servers the file switches off. Nothing else of them is read. */
  readonly disabled: readonly string[]
  /** Servers whose entry is broken: `MCP_CONFIG_INVALID` or `MCP_VARIABLE_MISSING`. */
  readonly failures: readonly McpServerFailure[]
  readonly warnings: readonly McpConfigWarning[]
}
