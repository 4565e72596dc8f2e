import type { Command } from 'commander'
import type { Start } from './command.ts'
import { addCommon, addConfig, collect } from './options.ts'

/** Commands that change configuration files. */
export function addConfigCommands(program: Command, start: Start): void {
  addCommon(program.command('init'))
    .description(
      'take over the servers of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Codex and OpenCode',
    )
    .option('-y, --yes', 'write without asking')
    .option('-n, --dry-run', 'show what would be taken over and write nothing')
    .option('--project', "write the project's file, not the user's")
    .option('--force', 'replace servers that are there already')
    .action((options) =>
      start(options, async (context) => (await import('../commands/init.ts')).init(options, context)),
    )
  addCommon(program.command('add'))
    .description('add a server: toolscout add NAME -- COMMAND, or toolscout add NAME --url URL')
    .argument('<name>', 'what it shall be called')
    .argument('[command...]', 'the command that starts it, behind --')
    .option('--url <url>', 'where a remote server is')
    .option('--type <type>', 'http or sse, where the address does not say')
    .option('--header <name:value>', 'sent with every request; may be given again', collect)
    .option('-e, --env <name=value>', 'a variable of its process; may be given again', collect)
    .option('--cwd <folder>', 'the working directory of its process')
    .option('--project', "write the project's file, not the user's")
    .option('--force', 'replace a server of this name')
    .option('--literal', 'write values that may be secrets as they are')
    .action((name: string, command: string[], options) =>
      start(options, async (context) =>
        (await import('../commands/add.ts')).add({ name, command }, options, context),
      ),
    )
  addConfig(program.command('remove'))
    .description('remove a server')
    .argument('<name>', 'its name')
    .action((name: string, options) =>
      start(options, async (context) =>
        (await import('../commands/remove.ts')).remove(name, options, context),
      ),
    )
}
