import { runCompiler } from './compiler.ts'
import { type Gate, inOrder } from './finding.ts'

/** The build leaves tests out; here sources and tests are checked as one. */
export const typeCheck: Gate = {
  name: 'types',
  rule: 'sources and tests together have no type error',
  unit: 'files',
  inspect: async (root) => {
    const { files, findings } = await runCompiler(root, ['-p', 'tsconfig.test.json'])
    return { checked: files.length, findings: inOrder(findings) }
  },
}
