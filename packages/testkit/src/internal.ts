// What the packages of Toolscout share. Not API: anything here may change in any release.
export { createManualClock, type ManualClock, settled } from './manual-clock.ts'
export {
  anyDocument,
  anyDocumentSteps,
  anyQuery,
  type DocumentSketch,
  type DocumentStep,
  documentsAfter,
  sketchDocument,
} from './search-documents.ts'
export { sketchRecord } from './store-obligations/store-place.ts'
