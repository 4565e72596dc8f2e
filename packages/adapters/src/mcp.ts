export { createMcpTools, type McpTools } from './mcp/mcp-tools.ts'
