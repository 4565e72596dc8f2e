import type { Fault } from './fault.ts'

/** What speaks against one branch of a union. */
export type BranchFaults = readonly Fault[]

/**
 * The branch of a union the value was most likely meant for, when there is one: the only branch left after those
 * are set aside that want another type altogether, or that differ in a member with a fixed value, which is how
 * forms are told apart. `undefined` when none or several are left.
 */
export function pickBranch(branches: readonly BranchFaults[]): BranchFaults | undefined {
  const rightType = branches.filter((faults) => !faults.some(isWrongType))
  if (rightType.length === 1) return rightType[0]
  const rightForm = rightType.filter((faults) => !faults.some(isWrongForm))
  return rightForm.length === 1 ? rightForm[0] : undefined
}

function isWrongType({ path, keyword }: Fault): boolean {
  return path === '' && (keyword === 'type' || keyword === 'false schema')
}

function isWrongForm({ path, keyword }: Fault): boolean {
  const isOwnMember = path !== '' && path.indexOf('/', 1) < 0
  return (isOwnMember || path === '') && (keyword === 'const' || keyword === 'enum')
}
