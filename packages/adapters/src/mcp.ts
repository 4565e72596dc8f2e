// For applications: tools of an exposure as MCP writes them.
export { createMcpTools, type McpTools } from './mcp/mcp-tools.ts'
