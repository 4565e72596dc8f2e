// What the packages of Toolscout share. Not API: anything here may change in any release.
export { CHANGE_GRADES, type ChangeGrade, wordsOfGrade } from './pins/change-grade.ts'
export { isSavedPin, isWaiting, type NewToolMode, type PinMode, serverPartOf } from './pins/tool-pin.ts'
export { addImitation, isImitation, type ToolOfServer } from './scan/imitations.ts'
export type { PoisonLevel, PoisonReport } from './scan/scan-definition.ts'
export { namesOfOthers, type ToolNames } from './scan/tool-names.ts'
export {
  foldName,
  type ServerOverlap,
  summarizeTwins,
  type ToolTwins,
  TwinFinder,
} from './scan/tool-twins.ts'
export { idOfListed } from './words/definition-id.ts'
export { sayFinding, wordsOfCode } from './words/finding-words.ts'
