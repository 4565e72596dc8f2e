// What the packages of Toolscout share. Not API: anything here may change in any release.
export { anthropicFormat, geminiFormat, openAiFormat } from './formats/provider-formats.ts'
