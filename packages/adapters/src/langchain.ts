export { createLangChainTools, type LangChainTools } from './langchain/langchain-tools.ts'
