export { createMastraTools, type MastraTools } from './mastra/mastra-tools.ts'
