import type { ToolPatterns } from './tool-patterns.ts'

/** How messages travel: a child process, Streamable HTTP, or the older HTTP with server-sent events. */
export type McpTransportName = 'stdio' | 'http' | 'sse'

/** Where a server's configuration was read. */
export interface McpServerOrigin {
  /** The file, or what the caller named the text. */
  readonly source: string
  /** The map the server stands in: `mcpServers`, `servers` or `mcp`. */
  readonly section: string
  /** The server's key in that map. */
  readonly key: string
  /** Line of the entry, from 1; absent when the configuration did not come from text. */
  readonly line?: number
}

interface McpServerBase {
  /** The user's name for the server, any text; it becomes the namespace of its tools. */
  readonly name: string
  /**
   * Deadline in milliseconds of connecting, of a listing and of each call, in place of the defaults and of the
   * options of the connection; a call's own `timeoutMs` goes before it. 1 to 2,147,483,647.
   */
  readonly timeoutMs?: number
  /** Which of the server's tools exist for us. Default: all. */
  readonly tools?: ToolPatterns
  /** Tools to show beside whatever stands in for the rest; names in which `*` stands for anything. Default none. */
  readonly alwaysVisible?: readonly string[]
  /** Whether its hints about its tools (`readOnlyHint` and the like) are to be believed. Default false. */
  readonly trusted?: boolean
  /** Labels of all its tools. Default none. */
  readonly tags?: readonly string[]
  /**
   * Values that variables put into this configuration. They are kept out of every message, as values of `env`
   * and `headers` are without being named here.
   */
  readonly secrets?: readonly string[]
  readonly origin?: McpServerOrigin
}

/** A server that runs as a child process and speaks on its stdin and stdout. */
export interface StdioServerConfig extends McpServerBase {
  readonly transport: 'stdio'
  /** Path or name of an executable. Never given to a shell. */
  readonly command: string
  /** Arguments, byte for byte as the process gets them. Default none. */
  readonly args?: readonly string[]
  /** Variables beside the few that are inherited, see {@link inheritedEnvironment}. Default none. */
  readonly env?: Readonly<Record<string, string>>
  /** Working directory. Default: that of this process. */
  readonly cwd?: string
}

interface RemoteServerConfig extends McpServerBase {
  /** An absolute `http:` or `https:` URL. */
  readonly url: string
  /** Sent with every request, such as `Authorization`. Default none. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that speaks Streamable HTTP. */
export interface HttpServerConfig extends RemoteServerConfig {
  readonly transport: 'http'
}

/** A server that speaks the HTTP+SSE transport of MCP 2024-11-05. */
export interface SseServerConfig extends RemoteServerConfig {
  readonly transport: 'sse'
}

/** A server at a URL whose transport nobody named: Streamable HTTP is tried first, then SSE. */
export interface AutoServerConfig extends RemoteServerConfig {
  readonly transport: 'auto'
}

/**
 * How to reach one MCP server. Written by hand or read by {@link parseMcpConfig}. Holds secrets; what may be shown
 * of it is what {@link describeMcpServer} gives.
 */
export type McpServerConfig = StdioServerConfig | HttpServerConfig | SseServerConfig | AutoServerConfig
