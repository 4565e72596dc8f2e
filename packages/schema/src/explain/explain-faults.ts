import type { JsonValue } from '@toolscout/model'
import { childPointer, oneLine, truncate } from '@toolscout/model/internal'
import { createSchemaViewer, type SchemaViewer } from '../describe/schema-view.ts'
import { typeText } from '../describe/type-text.ts'
import { shownPointer } from '../errors.ts'
import { type Fault, MAX_ISSUE_LENGTH, type ValidationIssue } from '../validation-result.ts'
import { faultText, listedTypes, typeName } from './issue-text.ts'

/** Most issues of one result: more than a model mends in one go. */
const MAX_ISSUES = 10

const EXPECTED_TYPE = Object.freeze({ maxDepth: 1, maxValues: 6, maxLength: MAX_ISSUE_LENGTH })
/** Unions inside unions that are followed to the branch that was meant. */
const MAX_UNION_DEPTH = 4

/** Turns faults into issues: the branch that was meant in place of a whole union, each text once, bounded. */
export function explainFaults(document: JsonValue, faults: readonly Fault[]): readonly ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>()
  const view = createSchemaViewer(document)
  for (const fault of flatten(faults, '', 0)) {
    const issue = toIssue(view, fault)
    const key = `${issue.path} ${issue.message}`
    if (!issues.has(key)) issues.set(key, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return Object.freeze([...issues.values()])
}

function* flatten(faults: readonly Fault[], base: string, depth: number): Generator<Fault> {
  for (const fault of withoutEchoes(faults)) {
    const path = `${base}${fault.path}`
    const branches = branchesOf(fault)
    const meant = fault.params.fitting === 0 && depth < MAX_UNION_DEPTH ? pickBranch(branches) : undefined
    if (meant === undefined) yield { ...fault, path }
    else yield* flatten(meant, path, depth + 1)
  }
}

/** Leaves out what another fault says better: the sum of an `if`, the trials of a `contains` or `propertyNames`. */
function withoutEchoes(faults: readonly Fault[]): readonly Fault[] {
  const tried = faults.flatMap(({ keyword, node }) =>
    (node?.edges ?? []).filter(
      (edge) => edge.keyword === keyword && (keyword === 'contains' || keyword === 'propertyNames'),
    ),
  )
  const told = faults.filter(
    ({ keyword, node }) =>
      keyword !== 'if' && !tried.some(({ target }) => node?.pointer.startsWith(target.pointer)),
  )
  return told.length > 0 ? told : faults
}

function toIssue(view: SchemaViewer, fault: Fault): ValidationIssue {
  const { path, keyword } = fault
  const text = isUnion(fault) ? unionText(view, fault) : faultText(fault)
  const expected = expectedText(view, fault)
  const sentence = `${path === '' ? 'The value' : truncate(path, 80)} ${text}${text.endsWith('?') ? '' : '.'}`
  return Object.freeze({
    path: shownPointer(unknownMember(fault) ?? path),
    // Names and values are foreign; in one line they cannot pass for lines of ours.
    message: truncate(oneLine(sentence), MAX_ISSUE_LENGTH),
    keyword,
    ...(expected === undefined ? {} : { expected }),
  })
}

function isUnion({ keyword }: Fault): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function unionText(view: SchemaViewer, fault: Fault): string {
  const fitting = fault.params.fitting
  if (typeof fitting === 'number' && fitting > 1) {
    return `fits ${fitting} of the forms it may have; it must fit exactly one`
  }
  const branches = branchesOf(fault)
  const wanted = branches.map((faults) =>
    faults.find(({ path, keyword }) => path === '' && keyword === 'type'),
  )
  if (branches.length > 0 && wanted.every((found) => found !== undefined)) {
    const types = new Set(wanted.flatMap((found) => [found?.params.type].flat().map(String)))
    return `is ${typeName(fault.value)}; it must be ${listedTypes([...types])}`
  }
  const forms = fault.node === undefined ? '' : `: ${typeText(view, fault.node.source, EXPECTED_TYPE).text}`
  return `fits none of the forms it may have${forms}`
}

/** What is needed at the place of the fault: the type of the member that is missing, else of the schema there. */
function expectedText(view: SchemaViewer, { node, keyword, params }: Fault): string | undefined {
  if (node === undefined || typeof node.source === 'boolean') return undefined
  const isMissing = keyword === 'required' || keyword === 'dependentRequired'
  const missing = isMissing
    ? node.edges.find((edge) => edge.keyword === 'properties' && edge.key === params.missingProperty)
    : undefined
  if (isMissing && missing === undefined) return undefined
  const { text } = typeText(view, missing?.target.source ?? node.source, EXPECTED_TYPE)
  return text === 'any' ? undefined : text
}

function unknownMember({ keyword, path, params }: Fault): string | undefined {
  if (keyword === 'additionalProperties') return childPointer(path, String(params.additionalProperty))
  if (keyword === 'unevaluatedProperties') return childPointer(path, String(params.unevaluatedProperty))
  return undefined
}

function branchesOf({ params }: Fault): readonly (readonly Fault[])[] {
  return Array.isArray(params.branches) ? params.branches : []
}

/** What speaks against one branch of a union. */
export type BranchFaults = readonly Fault[]

/**
 * The branch of a union the value was most likely meant for, when there is one: the only branch left after those
 * are set aside that want another type altogether, or that differ in a member with a fixed value, which is how
 * variants are distinguished. `undefined` when none or several are left.
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
