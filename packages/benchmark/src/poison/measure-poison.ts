import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readToolNames, scanDefinition } from '@toolscout/guard'
import { foldName, isImitation, namesOfOthers, type PoisonReport } from '@toolscout/guard/internal'
import { groupBy } from '@toolscout/model/internal'

/** How many of some definitions are suspected. Plain data: `JSON.stringify` writes it. */
export interface ScanCounts {
  readonly name: string
  readonly tools: number
  /** At least `suspicious`. */
  readonly suspected: number
  readonly poisoned: number
}

/** What a run came to. */
export interface PoisonFigures {
  /** All attacks; those that were looked at and those that were not; those without a stock phrase. */
  readonly attacks: readonly ScanCounts[]
  readonly byClass: readonly ScanCounts[]
  /** Honest tools, and honest ones that use the words of attacks. */
  readonly honest: readonly ScanCounts[]
  /** Time of the processor for a tool of the honest catalog in the mean, least and median of the rounds, in milliseconds. */
  readonly leastMs: number
  readonly medianMs: number
  /** Time for the tool in the middle by the clock, each in its fastest round, in milliseconds. */
  readonly middleToolMs: number
}

/** A tool of a catalog, and its server. */
interface HonestTool {
  readonly name: string
  readonly namespace?: string | undefined
  readonly description?: string | undefined
}

interface Attack {
  readonly class: string
  readonly tool: object
  readonly note?: string
}

/** A description that nothing is learned from. */
interface HeldOutText {
  /** 1 where it gives orders. */
  readonly order: 0 | 1
  readonly text: string
}

const ROUNDS = 7
const FOLDER = fileURLToPath(new URL('../../data/poison/', import.meta.url))

/** Scans the corpus of the repository and a catalog of honest tools. */
export async function measurePoison(
  honest: readonly HonestTool[],
  onRound: (round: number) => void = () => {},
): Promise<PoisonFigures> {
  const attacks = await readLines<Attack>('attacks.jsonl')
  const hard = await readLines<Attack>('benign-hard.jsonl')
  const heldOut = await readLines<HeldOutText>('held-out.jsonl')
  const isSubtle = ({ note = '' }: Attack): boolean => note.includes('subtle')
  const isForeign = ({ note = '' }: Attack): boolean => note.includes('lang:')
  const parts: readonly (readonly [string, readonly Attack[]])[] = [
    ['all', attacks],
    ['looked at since', attacks.filter((_attack, i) => i % 2 === 0)],
    ['not looked at', attacks.filter((_attack, i) => i % 2 === 1)],
    ['of these, not subtle', attacks.filter((attack, i) => i % 2 === 1 && !isSubtle(attack))],
    ['of these, subtle', attacks.filter((attack, i) => i % 2 === 1 && isSubtle(attack))],
    ['other languages', attacks.filter(isForeign)],
  ]
  const classes = [...new Set(attacks.map((attack) => attack.class))].sort()
  const times = Array.from({ length: ROUNDS }, (_none, round) => {
    onRound(round)
    const start = process.cpuUsage()
    for (const tool of honest) scanDefinition(tool)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000 / Math.max(1, honest.length)
  }).sort((a, b) => a - b)
  return {
    attacks: [
      ...parts.map(([name, part]) => countScans(name, part.map(toTool))),
      countScans('of another author', toDescriptions(heldOut, 1)),
    ],
    byClass: classes.map((name) =>
      countScans(name, attacks.filter((attack) => attack.class === name).map(toTool)),
    ),
    honest: [
      countReports('honest tools', scanBesideOthers(honest)),
      countImitations(honest),
      countScans('honest, in words of attacks', hard.map(toTool)),
      countScans('of these, not looked at', hard.filter((_tool, i) => i % 2 === 1).map(toTool)),
      countScans('of another author', toDescriptions(heldOut, 0)),
    ],
    leastMs: times[0] ?? 0,
    medianMs: times[(ROUNDS - 1) / 2] ?? 0,
    middleToolMs: timeMiddleTool(honest),
  }
}

/** Each tool in the fastest of some rounds: other programs on the machine make a round slower, never faster. */
function timeMiddleTool(tools: readonly HonestTool[]): number {
  const rounds = Array.from({ length: ROUNDS }, () =>
    tools.map((tool) => {
      const start = performance.now()
      scanDefinition(tool)
      return performance.now() - start
    }),
  )
  const least = tools.map((_tool, i) => Math.min(...rounds.map((round) => round[i] ?? 0)))
  return least.sort((a, b) => a - b)[tools.length >> 1] ?? 0
}

/** As a gateway scans them: each with the names of the tools of all other servers. */
function scanBesideOthers(tools: readonly HonestTool[]): readonly PoisonReport[] {
  const all = readToolNames(tools.map(({ name }) => name))
  return [...groupBy(tools, ({ namespace = '' }) => namespace).values()].flatMap((ofServer) => {
    const otherTools = namesOfOthers(all, readToolNames(ofServer.map(({ name }) => name)))
    return ofServer.map((tool) => scanDefinition(tool, { otherTools }))
  })
}

/** Tools that would be suspected to imitate one if each tool of another server was approved. */
function countImitations(tools: readonly HonestTool[]): ScanCounts {
  const names = new Map(
    [...groupBy(tools, ({ namespace = '' }) => namespace)].map(([server, own]) => [
      server,
      own.map(({ name }) => name),
    ]),
  )
  const compared = tools.map(({ name, description, namespace: server = '' }) => ({
    server,
    name,
    description,
    names: names.get(server) ?? [],
  }))
  const byName = groupBy(compared, ({ name }) => foldName(name))
  const found = compared.filter((tool) =>
    byName.get(foldName(tool.name))?.some((other) => isImitation(tool, other)),
  )
  return { name: 'honest tools that imitate one', tools: tools.length, suspected: found.length, poisoned: 0 }
}

function countScans(name: string, tools: readonly object[]): ScanCounts {
  return countReports(
    name,
    tools.map((tool) => scanDefinition(tool)),
  )
}

function countReports(name: string, reports: readonly PoisonReport[]): ScanCounts {
  return {
    name,
    tools: reports.length,
    suspected: reports.filter(({ level }) => level !== 'clean').length,
    poisoned: reports.filter(({ level }) => level === 'poisoned').length,
  }
}

function toDescriptions(texts: readonly HeldOutText[], order: HeldOutText['order']): readonly object[] {
  return texts.flatMap((text) =>
    text.order === order ? { name: 'tool', description: text.text, inputSchema: { type: 'object' } } : [],
  )
}

function toTool({ tool }: Attack): object {
  return tool
}

async function readLines<Line>(file: string): Promise<readonly Line[]> {
  const text = await readFile(FOLDER + file, 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
