// What the packages of Toolscout share. Not API: anything here may change in any release.
export { anthropicFormat } from './formats/anthropic-format.ts'
export { geminiFormat } from './formats/gemini-format.ts'
export { openAiFormat } from './formats/openai-format.ts'
