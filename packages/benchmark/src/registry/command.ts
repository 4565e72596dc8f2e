import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJudgments } from '@toolscout/evaluation'
import { messageOf, parseJson } from '@toolscout/model/internal'
import { parseCommandLine } from '../command/command-line.ts'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import {
  convertPackagesList,
  JUDGED_CORPUS,
  REGISTRY_SOURCE,
  type RegistryCorpus,
} from './registry-corpus.ts'

/** Requests and judgments of this project over the registry's tools. */
export const JUDGMENTS_FOLDER: string = fileURLToPath(new URL('../../data/mcp-registry', import.meta.url))
const JUDGMENT_FILES: readonly string[] = ['queries.jsonl', 'qrels.tsv', 'unanswerable.jsonl']
/** Judgments without their tool that are printed. */
const MAX_SHOWN = 5

/** What `--help` prints. */
const HELP: string = `Makes the judged set mcp_registry_dev of the public registry's list of packages.

  npm run bench:registry -- --from packages-list.json --to mcp_registry_dev

  --from FILE         ${REGISTRY_SOURCE.path} of
                      ${REGISTRY_SOURCE.repository}
                      at commit ${REGISTRY_SOURCE.commit}
  --to DIR            folder the set is written to: the corpus made of that file,
                      the requests and judgments of this repository
  --help              prints this

Nothing is fetched. Ends with 2 where the corpus is not the judged one, and says
how it differs; the set is written all the same.
`

/** Runs `bench:registry` and gives its exit code. */
export async function runRegistryCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async ({ print, note }) => {
    const given = parseCommandLine(parameters, { from: 'text', to: 'text', help: 'flag' })
    if (given.flag('help')) return print(HELP)
    const [from, to] = [given.text('from'), given.text('to')]
    if (from === undefined || to === undefined)
      throw new RangeError('--from and --to are needed; see --help.')
    const corpus = convertPackagesList(parseJson(await readList(from)))
    await mkdir(to, { recursive: true })
    await writeFile(join(to, 'corpus.jsonl'), corpus.text)
    for (const file of JUDGMENT_FILES) await copyFile(join(JUDGMENTS_FOLDER, file), join(to, file))
    const { notices } = await readJudgments(to)
    const sha256 = createHash('sha256').update(corpus.text).digest('hex')
    print(`${to}: ${corpus.ids.length} tools of ${corpus.servers} servers, corpus.jsonl sha256 ${sha256}\n`)
    if (sha256 === JUDGED_CORPUS.sha256) return print('This is the judged corpus.\n')
    for (const line of notices.slice(0, MAX_SHOWN)) note(line)
    throw new RangeError(describeDifference(corpus, notices.length))
  })
}

/** Says in one line how a corpus differs from the judged one. */
function describeDifference({ ids, servers }: RegistryCorpus, missing: number): string {
  const { tools, servers: judgedServers, sha256 } = JUDGED_CORPUS
  const counts = `${ids.length} tools of ${servers} servers instead of ${tools} of ${judgedServers}`
  const same = ids.length === tools && servers === judgedServers
  const what = same ? 'as many tools, with other names, texts or order' : counts
  return `This is not the judged corpus (sha256 ${sha256}): ${what}; ${missing} judgments name a tool that is not there. Figures of it do not compare; take the file of commit ${REGISTRY_SOURCE.commit}.`
}

async function readList(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new RangeError(`--from cannot be read: ${messageOf(error)}`)
  }
}
