// What the packages of Toolscout share. Not API: anything here may change in any release.

export { type FacadeDeps, facadeDeps } from './facade-deps.ts'
