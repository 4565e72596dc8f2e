export { type Finding, formatFinding, type Gate, type Inspection } from './finding.ts'
export { GATES } from './gates.ts'
export { type GateRun, runGates } from './run-gates.ts'
