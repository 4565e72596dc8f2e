import { CommonFacts, type FactsPredicate, type ToolFacts } from '@toolscout/model/internal'

/** By row: what filters look at in a tool, where many have it in common; so no id is looked up for it again. */
export type RowFacts = (CommonFacts | undefined)[]

/** A filter, and where what it looks at is read. */
export interface FactsFilter {
  readonly of: (id: string) => ToolFacts
  readonly pass: FactsPredicate
}

export function setFacts(known: RowFacts, row: number, facts: CommonFacts | undefined): void {
  // One by one: an array with holes is slow.
  while (known.length <= row) known.push(undefined)
  known[row] = facts
}

/** Whether rows pass; what is not known of one is read. */
export function rowFilter(
  known: RowFacts,
  { of, pass }: FactsFilter,
  idOf: (row: number) => string,
): (row: number) => boolean {
  return (row) => {
    const facts = known[row] ?? of(idOf(row))
    if (known[row] === undefined && facts instanceof CommonFacts) setFacts(known, row, facts)
    return pass(facts)
  }
}
