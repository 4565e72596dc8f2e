import { Argument, type Command, Option } from 'commander'
import type { Start } from './command.ts'
import { addCommon, addConfig, addListed, collect, integerFrom } from './options.ts'

/** Commands that serve others: agents, people, shells. */
export function addServingCommands(program: Command, start: Start): void {
  addConfig(program.command('serve'))
    .description('serve all servers as one MCP server, over stdio or HTTP')
    .option('--http <port>', 'serve Streamable HTTP there; 0 for any port', integerFrom(0, 65_535))
    .option('--host <address>', 'where to listen (default 127.0.0.1)')
    .option('--allow-host <name>', 'a name clients reach it by; may be given again', collect)
    .option('--token-env <variable>', 'variable that holds the bearer token (default: one is made)')
    .addOption(
      new Option('-x, --exposure <name>', 'what a model is shown (default meta)').choices([
        'meta',
        'direct',
        'toolbox',
        'loom',
      ]),
    )
    .option('--split', 'a meta-tool each for calls that read, write and destroy')
    .option('-p, --profile <name>', 'a part of the tools that the configuration names')
    .option('--no-watch', 'do not follow changes of the configuration')
    .action((options) =>
      start(options, async (context) => (await import('../commands/serve.ts')).serve(options, context)),
    )
  addListed(program.command('inspect'))
    .description('look at the tools on a page of this machine: search, explanations, documentation, servers')
    .option('--port <port>', 'where to listen; 0 for any port', integerFrom(0, 65_535), 0)
    .option('--token-env <variable>', 'variable that holds the token of the page (default: one is made)')
    .action((options) =>
      start(options, async (context) => (await import('../commands/inspect.ts')).inspect(options, context)),
    )
  addCommon(program.command('completion'))
    .description('print what makes a shell complete commands, servers and tools')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish', options) =>
      start(options, async ({ output }) => {
        const { COMPLETION_SCRIPTS } = await import('../completion/scripts.ts')
        output.give({ shell, script: COMPLETION_SCRIPTS[shell] }, () => COMPLETION_SCRIPTS[shell].trimEnd())
        return undefined
      }),
    )
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) =>
      start({}, async ({ host }) => {
        const { candidates } = await import('../completion/candidates.ts')
        for (const word of await candidates(program, words, host)) host.stdout.write(`${word}\n`)
        return undefined
      }),
    )
}
