// For applications: the embedder.
export { EMBEDDED_FIELD_WEIGHTS } from './document-bag.ts'
export { InvalidTableError } from './invalid-table-error.ts'
export { createTokenEmbedder, type TokenEmbedderOptions } from './token-embedder.ts'
