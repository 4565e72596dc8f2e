export { type ConformanceSuite, findSuite, runSuite, type SuiteRun } from './suite.ts'
