import { describeOracle } from './fixtures/ajv-oracle.ts'

describeOracle(800)
