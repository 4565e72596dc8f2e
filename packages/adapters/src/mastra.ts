// For applications: tools of an exposure as Mastra takes them.
export { createMastraTools, type MastraTools } from './mastra/mastra-tools.ts'
