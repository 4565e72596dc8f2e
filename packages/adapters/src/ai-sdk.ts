export { type AiSdkTools, createAiSdkTools } from './ai-sdk/ai-sdk-tools.ts'
