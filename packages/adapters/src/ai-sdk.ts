// For applications: tools of an exposure as the AI SDK takes them.
export { type AiSdkTools, createAiSdkTools } from './ai-sdk/ai-sdk-tools.ts'
