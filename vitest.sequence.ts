import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the files that take longest on two cores; the others take some ten. A file that is gone here only costs balance. */
const SECONDS: readonly (readonly [file: string, seconds: number])[] = [
  ['cli/src/serving/kills', 113],
  ['gateway/src/serve/ten-thousand-clients', 95],
  ['gateway/src/chaos/hostile-messages', 81],
  ['gateway/src/chaos/hostile-servers', 46],
  ['gateway/src/chaos/relay', 43],
  ['gateway/src/chaos/failure-pairs', 42],
  ['gateway/src/chaos/no-orphans', 40],
  ['gateway/src/chaos/healthy-among-broken', 39],
  ['conformance/src/client/client', 38],
  ['gateway/src/chaos/tasks', 31],
  ['opencode/src/opencode', 26],
  ['gateway/src/chaos/every-failure', 26],
  ['conformance/src/server/server', 25],
  ['gateway/src/chaos/many-at-once', 24],
  ['cli/src/commands/demo', 23],
  ['gates/src/installed', 21],
  ['benchmark/src/search/command', 21],
  ['inspect/src/page/accessible.browser', 21],
  ['store/src/postgres/torture', 20],
]
const OTHERS = 10

function secondsOf({ moduleId }: TestSpecification): number {
  return SECONDS.find(([file]) => moduleId.endsWith(`/packages/${file}.deep.test.ts`))?.[1] ?? OTHERS
}

/** Begins with what takes longest, so that no core waits for it at the end, and gives every shard about as much to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1))
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }))
    for (const file of await this.sort(files)) {
      const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a))
      least.seconds += secondsOf(file)
      least.files.push(file)
    }
    return shards[index - 1]?.files ?? []
  }
}
