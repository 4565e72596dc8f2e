export { createFileTools, type FileToolsOptions } from './file-tools.ts'
