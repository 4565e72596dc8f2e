// What the packages of Toolscout share. Not API: anything here may change in any release.

export { type FusedHit, type RetrieverRanking, windowOf } from './hybrid/fusion.ts'
export { useRowsApart } from './vectors/rows-apart.ts'
export { createVectorStore } from './vectors/vector-store.ts'
