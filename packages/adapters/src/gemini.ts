export { createGeminiTools, type GeminiTools } from './gemini/gemini-tools.ts'
