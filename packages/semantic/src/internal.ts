// What the packages of Toolscout share. Not API: anything here may change in any release.

export { type FusedHit, type RetrieverRanking, windowOf } from './hybrid/fusion.ts'
export { useManyRows } from './vectors/many-rows.ts'
export { createVectorStore } from './vectors/vector-store.ts'
