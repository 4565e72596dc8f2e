// What the packages of Toolscout share to show schemas, beside `internal.ts`, which comes with every facade.
export { DEFAULT_SIGNATURE_OPTIONS, type Signature, toSignature } from './describe/signature.ts'
