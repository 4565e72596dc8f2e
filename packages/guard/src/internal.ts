// What the packages of Toolscout share. Not API: anything here may change in any release.
export { CHANGE_GRADES, type ChangeGrade, wordsOfGrade } from './pins/change-grade.ts'
export { isSavedPin, isWaiting, type NewToolMode, type PinMode, serverPartOf } from './pins/tool-pin.ts'
export { namesOfOthers, type ToolNames } from './scan/match-rules.ts'
export type { PoisonLevel, PoisonReport } from './scan/scan-definition.ts'
export {
  addImitation,
  foldName,
  isImitation,
  type ServerOverlap,
  summarizeTwins,
  type ToolOfServer,
  type ToolTwins,
  TwinFinder,
} from './scan/tool-twins.ts'
export { idOfListed, sayFinding, wordsOfCode } from './words/finding-words.ts'
