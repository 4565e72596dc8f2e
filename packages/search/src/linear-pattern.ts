// For code that runs patterns itself; it loads their engine.
export { compileLinearPattern, type LinearPattern } from './regex/linear-pattern.ts'
