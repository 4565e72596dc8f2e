import type { Searcher } from '@toolscout/model'
import {
  createSlices,
  createTurns,
  draftOf,
  type SearchDraft,
  type Slices,
  type ToolFacts,
} from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { Plan } from './changes.ts'
import type { RegisteredTool, ToolTree } from './registered-tools.ts'
import { planOffer, type RegistrationJob, ReportDraft } from './registration.ts'
import type { RegisterMcpOptions, Registration, RegistrationReport, ToolIndex } from './tool-index.ts'

/** How a registration goes on. */
export interface InSlicesOptions {
  readonly slices: Slices
  /** Called when all is registered, before listeners hear of it. */
  readonly onCommit?: (() => void) | undefined
}

/** Looks at tools that are about to be registered in slices, while nothing can read them yet. */
export type BeforeCommit = (tools: readonly RegisteredTool[], slices: Slices) => Promise<void>

/**
 * Registers in slices, so that nothing else waits long however many tools there are. Until all of them are there, reads
 * and searches give what was there before. Calls take their turns: what was begun first is registered first.
 */
export interface RegistrationInSlices {
  /** As `registerMany`. */
  readonly registerMany: (
    registrations: readonly Registration[],
    options: InSlicesOptions,
  ) => Promise<RegistrationReport>
  /** As `registerMcp`. */
  readonly registerMcp: (
    server: string,
    definitions: readonly unknown[],
    options: InSlicesOptions & { readonly listing?: RegisterMcpOptions | undefined },
  ) => Promise<RegistrationReport>
  /** Waits for `look` before many tools are there; few that are registered at once are reported with the change alone. */
  readonly beforeCommit: (look: BeforeCommit) => void
  /** Takes in a tool that `stored` has, in an index that nothing was done with yet; its own `ids` gives none. */
  readonly hold: (id: string) => void
  /** Lets go of the definitions of tools that `stored` holds as they are; without it, nothing. */
  readonly release: (ids: readonly string[]) => void
  /** What filters look at in a tool, without reading the others. */
  readonly factsOf?: (id: string) => ToolFacts | undefined
}

const known = new WeakMap<ToolIndex, RegistrationInSlices>()

/** The way to register in slices; an index of another kind does it at once. */
export function inSlices(index: ToolIndex): RegistrationInSlices {
  return (
    known.get(index) ?? {
      registerMany: async (registrations, { onCommit }) => {
        const report = index.registerMany(registrations)
        onCommit?.()
        return report
      },
      registerMcp: async (server, definitions, { listing }) =>
        index.registerMcp(server, definitions, listing),
      beforeCommit: () => {},
      hold: () => {},
      release: () => {},
    }
  )
}

/** Says how an index registers in slices. */
export function setInSlices(index: ToolIndex, way: RegistrationInSlices): void {
  known.set(index, way)
}

/** What is done with tools that a store has. */
export const heldInSlices = (tree: ToolTree): Pick<RegistrationInSlices, 'hold' | 'release' | 'factsOf'> => ({
  hold: (id) => tree.hold(id),
  release: (ids) => tree.release(ids),
  factsOf: (id) => tree.factsOf(id),
})

/** What {@link createJobRunner} needs of an index. */
export interface SlicedIndexDeps {
  readonly tree: ToolTree
  readonly searcher: () => Searcher
  readonly version: () => number
  /** Whether looking at tools may have a store read them. */
  readonly isUnread: () => boolean
  /** Carries out a job at once. */
  readonly atOnce: (job: RegistrationJob, onCommit?: () => void) => RegistrationReport
  /** Carries out a plan at once. */
  readonly carryOut: (plan: Plan, onCommit?: () => void) => void
  /** Look at tools that are about to be there, one after the other. */
  readonly looks: readonly BeforeCommit[]
  /** Tells listeners what a plan has changed. */
  readonly publish: (plan: Plan) => void
  /** From now on the ids of tools that change otherwise are put into the set; `undefined` ends that. */
  readonly watch: (touched: Set<string> | undefined) => void
}

/** Carries out jobs in slices; what makes one is called again when it has to begin again. */
export type JobRunner = (
  jobOf: () => RegistrationJob,
  options: InSlicesOptions,
) => Promise<RegistrationReport>

/** Fewer changes take no longer than a slice, and neither does a look at fewer tools. */
const AT_ONCE = 64
const LOOKED_AT_ONCE = 4_096
/** How often a job is begun again because its tools changed meanwhile, before it is done at once. */
const MOST_TRIALS = 3

/** What is left to do when a job is prepared. */
interface Prepared {
  readonly plan: Plan
  readonly draft: SearchDraft | undefined
  readonly report: (version: number) => RegistrationReport
}

/** Creates a {@link JobRunner}: one job at a time. */
export function createJobRunner(deps: SlicedIndexDeps): JobRunner {
  const turns = createTurns()
  let underWay = 0

  const run: JobRunner = async (jobOf, options) => {
    for (let trial = 0; trial < MOST_TRIALS; trial += 1) {
      const touched = new Set<string>()
      deps.watch(touched)
      let draft: SearchDraft | undefined
      try {
        const job = jobOf()
        const prepared = await prepare(deps, job, options.slices)
        draft = prepared.draft
        const tools = [...prepared.plan.puts.values()]
        for (const look of deps.looks) await look(tools, options.slices)
        if (isTouched(touched, job)) continue
        options.slices.check()
        deps.watch(undefined)
        commit(deps, prepared, options.onCommit)
        draft = undefined
        const version = deps.version()
        await settle(deps.tree)
        return prepared.report(version)
      } finally {
        deps.watch(undefined)
        deps.tree.unstage()
        draft?.discard()
      }
    }
    options.slices.check()
    return deps.atOnce(jobOf(), options.onCommit)
  }
  return async (jobOf, options) => {
    const job = jobOf()
    const isShort = job.removals === undefined || (deps.tree.size <= LOOKED_AT_ONCE && !deps.isUnread())
    if (underWay === 0 && isShort && job.given.length <= AT_ONCE) return deps.atOnce(job, options.onCommit)
    underWay += 1
    try {
      return await turns(() => run(jobOf, options))
    } finally {
      underWay -= 1
    }
  }
}

async function prepare(deps: SlicedIndexDeps, job: RegistrationJob, slices: Slices): Promise<Prepared> {
  const { reader, given } = job
  for (const one of given) {
    reader.read(one)
    if (slices.isOver()) await slices.next()
  }
  job.check(reader)
  const plan = new Plan(deps.tree.get)
  const report = new ReportDraft()
  for (const offer of reader.offers) {
    report.add(offer, planOffer(plan, offer))
    if (slices.isOver()) await slices.next()
  }
  const unlisted = job.removals?.()
  if (unlisted !== undefined) {
    for (const [id, facts] of deps.tree.facts()) {
      unlisted.look(id, facts)
      if (slices.isOver()) await slices.next()
    }
  }
  const removed = unlisted?.plan(plan) ?? []
  const draft = await draw(deps, plan, slices)
  const { failures } = reader
  return { plan, draft, report: (version) => report.finish({ failures, removed, version }) }
}

/** Gives a plan to a draft of the searcher; `undefined` where it is as well carried out at once. */
async function draw(
  { tree, searcher }: SlicedIndexDeps,
  { puts, deletes }: Plan,
  slices: Slices,
): Promise<SearchDraft | undefined> {
  if (puts.size + deletes.size <= AT_ONCE) return undefined
  const draft = await draftOf(searcher())?.(slices)
  if (draft === undefined) return undefined
  try {
    for (const id of deletes) {
      draft.apply({ upserts: [], removals: [id] })
      tree.stage(id, undefined)
      if (slices.isOver()) await slices.next()
    }
    for (const [id, tool] of puts) {
      draft.apply({ upserts: [toSearchDocument(tool)], removals: [] })
      // What holds all ids grows with the same tool, here and there.
      if (slices.isOver()) await slices.next()
      tree.stage(id, tool)
    }
    await draft.finish()
    return draft
  } catch (error) {
    draft.discard()
    throw error
  }
}

/** Whether tools of a job, or any that a complete listing may remove, were changed otherwise. */
function isTouched(touched: ReadonlySet<string>, { reader, removals }: RegistrationJob): boolean {
  if (touched.size === 0) return false
  return removals !== undefined || reader.offers.some(({ tool }) => touched.has(tool.id))
}

function commit(
  { tree, carryOut, publish }: SlicedIndexDeps,
  { plan, draft }: Prepared,
  onCommit = (): void => {},
): void {
  if (draft === undefined) {
    carryOut(plan, onCommit)
    return
  }
  draft.commit()
  tree.commit()
  onCommit()
  publish(plan)
}

async function settle(tree: ToolTree): Promise<void> {
  const slices = createSlices()
  while (tree.settle()) if (slices.isOver()) await slices.next()
}
