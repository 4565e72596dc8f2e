// For applications: tools of an exposure as LangChain.js takes them.
export { createLangChainTools, type LangChainTools } from './langchain/langchain-tools.ts'
