import { StoreFormatUnknownError, type StoreReport } from '@toolscout/model'
import { messageOf, type StoreFault } from '@toolscout/model/internal'
import type { Ask, Row } from '../database.ts'
import { type IndexView, readView } from '../ranking/index-view.ts'
import type { SearchRow, SearchRowMaker } from '../search-row.ts'
import { COMPARE_TOTALS, READ_ENTRIES } from '../sql/upkeep.ts'
import { type CheckedSegment, checkSegment } from './check-segment.ts'
import { type CheckedTool, checkTool } from './check-tools.ts'
import { createDigests, type Digests } from './digest.ts'

/** Faults that a report names. */
const MAX_FAULTS = 1_000

/** Checks everything against everything, in one transaction that sees one moment. */
export async function verifyStore(ask: Ask, maker: SearchRowMaker): Promise<StoreReport> {
  const [totals = {}] = await ask({ ...COMPARE_TOTALS, values: [] })
  const faults: StoreFault[] = [...checkTotals(totals)]
  const note = (fault: StoreFault): void => {
    if (faults.length < MAX_FAULTS) faults.push(fault)
  }
  const index = await readIndex(ask, note)
  let last = ''
  for (;;) {
    const rows = await ask({ ...READ_ENTRIES, values: [last] })
    if (rows.length === 0) break
    for (const entry of rows) {
      const tool = checkTool(entry, maker)
      if (tool.fault !== undefined) note(tool.fault)
      if (tool.row !== undefined) index?.check({ ...tool, row: tool.row })
    }
    last = rows.at(-1)?.id as string
  }
  index?.end()
  return { revision: Number(totals.revision), tools: Number(totals.tools), faults }
}

/** The search index beside which tools are laid one by one, in the order of their ids. */
interface CheckedIndex {
  readonly check: (tool: CheckedTool & { readonly row: SearchRow }) => void
  /** All tools were checked. */
  readonly end: () => void
}

/** `undefined` when there is nothing to be compared with. */
async function readIndex(ask: Ask, note: (fault: StoreFault) => void): Promise<CheckedIndex | undefined> {
  let view: IndexView
  try {
    view = await readView(ask)
  } catch (error) {
    if (error instanceof StoreFormatUnknownError) throw error
    note({ code: 'INDEX_UNREADABLE', message: messageOf(error) })
    return undefined
  }
  const segments: CheckedSegment[] = []
  for (const segment of view.segments) {
    const checked = await checkSegment(ask, segment)
    if (checked.fault !== undefined) {
      note({ code: 'SEGMENT_DAMAGED', message: `Segment ${segment.id}: ${checked.fault}` })
    }
    segments.push(checked)
  }
  const own = createDigests(1)
  let found = 0
  const lastOrdinals = segments.map(() => -1)
  const missing = (id: string): void =>
    note({ code: 'SEARCH_ENTRY_MISSING', id, message: `${id} cannot be found by its words.` })
  const differs = (id: string): void =>
    note({ code: 'SEARCH_ENTRY_DIFFERS', id, message: `${id} is found by other words than it has.` })

  return {
    check: ({ id, number, row }) => {
      digest(own, row)
      const fresh = view.delta.documentOf(number)
      if (fresh !== undefined) {
        const stored = createDigests(1)
        digest(stored, fresh)
        if (fresh.isDead) return missing(id)
        found += 1
        if (fresh.id !== id || fresh.length !== row.length || !own.isSame(0, stored, 0)) differs(id)
        return
      }
      const s = segments.findIndex(({ segment }) => number >= segment.first && number <= segment.last)
      const checked = segments[s]
      const ordinal = checked?.segment.ordinalOf(number)
      if (checked === undefined || ordinal === undefined) return missing(id)
      const { segment, digests, fault } = checked
      if (segment.dead?.[ordinal] === 1) return missing(id)
      found += 1
      // What is wrong with the whole segment is said once.
      if (fault !== undefined) return
      const isInOrder = ordinal > (lastOrdinals[s] as number)
      lastOrdinals[s] = ordinal
      if (!isInOrder || segment.lengths[ordinal] !== row.length || !own.isSame(0, digests, ordinal))
        differs(id)
    },
    end: () => {
      const held = view.segments.reduce((sum, { size, dead }) => {
        return sum + size - (dead?.reduce((gone, one) => gone + one, 0) ?? 0)
      }, view.delta.live)
      if (held > found) {
        note({
          code: 'SEARCH_ENTRY_STRAY',
          message: `${held - found} documents of the search index have no tool.`,
        })
      }
    },
  }
}

/** Sums up what a document is found by. */
function digest(
  digests: Digests,
  {
    terms,
    frequencies,
    facets,
  }: {
    readonly terms: ArrayLike<number>
    readonly frequencies: ArrayLike<number>
    readonly facets: ArrayLike<number>
  },
): void {
  digests.clear(0)
  for (let i = 0; i < terms.length; i += 1) digests.add(0, terms[i] as number, frequencies[i] as number)
  for (let i = 0; i < facets.length; i += 1) digests.add(0, facets[i] as number, 1)
}

function checkTotals(totals: Row): readonly StoreFault[] {
  const faults: StoreFault[] = []
  const number = (name: string): number => Number(totals[name])
  if (number('documents') !== number('tools') || number('total_length') !== number('summed')) {
    faults.push({ code: 'TOTALS_DIFFER', message: 'The catalog has another size than it says.' })
  }
  const kept = number('revision') - number('forgotten')
  const isGapless =
    number('batches') === kept &&
    (kept === 0 || (number('first') === number('forgotten') + 1 && number('last') === number('revision')))
  if (!isGapless) faults.push({ code: 'HISTORY_GAP', message: 'A batch is missing from what changed.' })
  return faults
}
