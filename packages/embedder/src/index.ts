// For applications: the embedder, and the arm of a hybrid it is measured as.
export { InvalidTableError } from './invalid-table-error.ts'
export { EMBEDDED_FIELD_WEIGHTS } from './read-document.ts'
export { createTokenArm, type TokenArm } from './token-arm.ts'
export { createTokenEmbedder, type TokenEmbedderOptions } from './token-embedder.ts'
