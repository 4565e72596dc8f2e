// For tests and measurements that need a catalog of any size.
export type { CorpusTool } from './corpus/corpus-tool.ts'
export { type CorpusQuery, generateQueries, type QueryOptions } from './corpus/generate-queries.ts'
export { type CorpusOptions, generateTools } from './corpus/generate-tools.ts'
