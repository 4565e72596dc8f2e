// For applications: the embedder.

export { InvalidTableError } from './invalid-table-error.ts'
export { EMBEDDED_FIELD_WEIGHTS } from './read-document.ts'
export { createTokenEmbedder, type TokenEmbedderOptions } from './token-embedder.ts'
