import type { Command } from 'commander'
import { addConfig, addListed, collect, DECIMAL, inRange, oneOf, type Runs } from './options.ts'

/** Commands that say how good and how dear a catalog is, and what is wrong. */
export function addQualityCommands(program: Command, runs: Runs): void {
  addListed(program.command('tokens'))
    .description('what the tools cost in a prompt, inline or behind a search; and whether deferring pays')
    .addOption(oneOf('-p, --provider <name>', 'only this shape', ['anthropic', 'openai', 'gemini', 'mcp']))
    .option('--calls <count>', 'calls of the scripted task', inRange(1, 1_000), 10)
    .option('--no-cache', 'as if no prompt were cached')
    .option('--cache-write <price>', 'of a first token, as part of the full price', inRange(0, 10, DECIMAL))
    .option('--window <tokens>', 'context window of the model', inRange(1_000, 100_000_000), 200_000)
    .action(runs(async () => (await import('../commands/tokens.ts')).tokens))
  addListed(program.command('eval'))
    .description('how well the tools are found, by your questions or by questions made from their texts')
    .option('-j, --judgments <file>', 'questions, each with the tools that answer it')
    .option('--probes <tools>', 'tools that are asked for without judgments', inRange(1, 100_000), 1_000)
    .addOption(oneOf('-m, --mode <mode>', 'how to rank', ['words', 'hybrid'], 'hybrid'))
    .option('-b, --baseline <file>', 'fail when a metric is worse than there; written where it is missing')
    .option('--tolerance <number>', 'loss that is tolerated', inRange(0, 1, DECIMAL), 0.01)
    .action(runs(async () => (await import('../commands/eval.ts')).evaluate))
  addListed(program.command('lint'))
    .description('what is wrong with the tools: names, descriptions, tools that are easily confused')
    .option('-s, --server <name>', 'only tools of this server; repeatable', collect)
    .addOption(
      oneOf(
        '--fail-on <severity>',
        'lowest severity that fails',
        ['error', 'warning', 'info', 'never'],
        'error',
      ),
    )
    .option('--examples <count>', 'findings of each kind that are written out', inRange(0, 1_000), 10)
    .action(runs(async () => (await import('../commands/lint.ts')).lint))
  addConfig(program.command('doctor'))
    .description('check configuration, servers, authorization, cache and versions, and say what to do')
    .option('-s, --server <name>', 'only this server; repeatable', collect)
    .option('--offline', 'start and contact no server')
    .action(runs(async () => (await import('../commands/doctor.ts')).doctor))
}
