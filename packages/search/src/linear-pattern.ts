// For whoever runs patterns of others by himself; it brings their engine along.
export { compileLinearPattern, type LinearPattern } from './regex/linear-pattern.ts'
