// For applications: tools of an exposure as the Gemini API takes them.
export {
  createGeminiTools,
  type GeminiFunctionCall,
  type GeminiFunctionDeclaration,
  type GeminiFunctionResponse,
  type GeminiTools,
  type GeminiToolsOptions,
} from './gemini/gemini-tools.ts'
