import { parseArgs } from 'node:util'
import { describeMachine } from '../command/machine.ts'
import { readInteger } from '../command/read-integer.ts'
import { measureCandidates } from './measure-candidates.ts'
import { measureCluster } from './measure-cluster.ts'
import { measureSizes } from './measure-sizes.ts'

/** Where a benchmark writes to. */
export interface StoreBenchmarkOutput {
  readonly stdout: { readonly write: (text: string) => unknown }
  readonly stderr: { readonly write: (text: string) => unknown }
}

const HELP = `Usage: npm run bench:postgres -- [options]

Measures the PostgreSQL store on a database that is started for it and removed afterwards.

  --tools N     tools to measure with; default 10,000 and 100,000
  --large       10,000, 100,000, 300,000 and 1,000,000 tools
  --cluster     nodes under concurrent writers instead, one of them stalled, one killed
  --candidates  what a ranking finds that looks at 200 candidates of the database instead of all tools
  --data DIR    folder of judged sets whose tools and requests are used, also several times;
                default: the small set of the repository
  --requests N  requests of each kind and size; default 200
  --words       candidates by words alone, compared with the ranking by words at each size
  --alone       without comparing at each size, so that no tool is held in memory but its vector
  --database DIR  keeps the database of --candidates in a folder; what is there already is not written again, and the
                judged sets are left out when all tools are there
  --nodes N     nodes of the cluster; default 4
  --seconds N   how long the cluster writes; default 60
  --help
`

/** Runs the benchmark of stores; gives the exit code. */
export async function runStoreBenchmark(
  args: readonly string[],
  { stdout, stderr }: StoreBenchmarkOutput,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tools: { type: 'string' },
      large: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      candidates: { type: 'boolean', default: false },
      data: { type: 'string', multiple: true, default: [] },
      requests: { type: 'string' },
      words: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      database: { type: 'string' },
      nodes: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    stdout.write(HELP)
    return 0
  }
  const integer = (name: 'tools' | 'requests' | 'nodes' | 'seconds', fallback: number, lowest = 1): number =>
    values[name] === undefined ? fallback : readInteger(`--${name}`, values[name], lowest, 10_000_000)
  const { cpu, cores, memoryGb, node } = describeMachine()
  stdout.write(`${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}\n\n`)
  const report = (line: string): unknown => stderr.write(`${line}\n`)
  if (values.cluster) {
    stdout.write(
      await measureCluster({ nodes: integer('nodes', 4, 3), seconds: integer('seconds', 60, 5), report }),
    )
    return 0
  }
  const sizes =
    values.tools !== undefined
      ? [integer('tools', 0)]
      : values.large
        ? [10_000, 100_000, 300_000, 1_000_000]
        : [10_000, 100_000]
  if (!values.candidates) stdout.write(await measureSizes({ sizes, folders: values.data, report }))
  else {
    const requests = integer('requests', 200)
    const means = { isByMeaning: !values.words, isCompared: !values.alone }
    const { data: folders, database } = values
    stdout.write(await measureCandidates({ sizes, folders, requests, ...means, database, report }))
  }
  return 0
}
