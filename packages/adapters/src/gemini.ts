export { createGeminiTools, type GeminiTools, type GeminiToolsOptions } from './gemini/gemini-tools.ts'
