import { type Command, Option } from 'commander'
import type { Start } from './options.ts'
import { addConfig, addListed, collect, integerFrom, numberFrom } from './options.ts'

/** Commands that say how good and how dear a catalog is, and what is wrong. */
export function addQualityCommands(program: Command, start: Start): void {
  addListed(program.command('tokens'))
    .description(
      'what the tools cost in a prompt: inline, deferred, behind meta-tools; and whether deferring pays',
    )
    .addOption(
      new Option('-p, --provider <name>', 'only this shape').choices([
        'anthropic',
        'openai',
        'gemini',
        'mcp',
      ]),
    )
    .option('--calls <count>', 'calls of the scripted task', integerFrom(1, 1_000), 10)
    .option('--no-cache', 'as if no prompt were cached')
    .option('--cache-write <price>', 'of a first token, as part of the full price', numberFrom(0, 10))
    .option('--cache-read <price>', 'of a token that was sent before', numberFrom(0, 10))
    .option('--prompt-tokens <count>', 'tokens of the question', integerFrom(0, 10_000_000), 200)
    .option('--result-tokens <count>', 'tokens of each result', integerFrom(0, 10_000_000), 100)
    .option('--window <tokens>', 'context window of the model', integerFrom(1_000, 100_000_000), 200_000)
    .option(
      '--probes <tools>',
      'tools that are asked for, for recall; 0 for none',
      integerFrom(0, 100_000),
      200,
    )
    .action((options) =>
      start(options, async (context) => (await import('../commands/tokens.ts')).tokens(options, context)),
    )
  addListed(program.command('eval'))
    .description('how well the tools are found, with your questions or those the catalog asks of itself')
    .option('-j, --judgments <path>', 'a file of questions, or a folder in the form of BEIR')
    .option('--probes <tools>', 'tools that are asked for without judgments', integerFrom(1, 100_000), 1_000)
    .addOption(new Option('-m, --mode <mode>', 'how to rank').choices(['words', 'hybrid']).default('hybrid'))
    .option('-b, --baseline <file>', 'fail when a metric is worse than there; written where it is missing')
    .option('--update-baseline', 'write what was measured as the new baseline')
    .option('--tolerance <number>', 'loss that is no failure', numberFrom(0, 1), 0.01)
    .option('--min <metric=number>', 'fail below; may be given again', collect)
    .action((options) =>
      start(options, async (context) => (await import('../commands/eval.ts')).evaluate(options, context)),
    )
  addListed(program.command('lint'))
    .description(
      'what is wrong with the tools themselves: names, descriptions, tools that are easily confused',
    )
    .option('-s, --server <name>', 'only tools of this server; may be given again', collect)
    .addOption(
      new Option('--fail-on <severity>', 'least finding that fails')
        .choices(['error', 'warning', 'info', 'never'])
        .default('error'),
    )
    .option('--examples <count>', 'findings of each kind that are written out', integerFrom(0, 1_000), 10)
    .action((options) =>
      start(options, async (context) => (await import('../commands/lint.ts')).lint(options, context)),
    )
  addDoctor(program, start)
}

function addDoctor(program: Command, start: Start): void {
  addConfig(program.command('doctor'))
    .description('check configuration, servers, authorization, cache and versions, and say what to do')
    .option('-s, --server <name>', 'only this server; may be given again', collect)
    .option('--offline', 'start and ask no server')
    .action((options) =>
      start(options, async (context) => (await import('../commands/doctor.ts')).doctor(options, context)),
    )
}
