import type { Command } from 'commander'
import type { Start } from './command.ts'
import { addConfig, collect } from './options.ts'

/** Commands that say which definitions are trusted. */
export function addPinCommands(program: Command, start: Start): void {
  addConfig(program.command('pins'))
    .description('show which definitions are trusted, those that changed and wait for approval first')
    .argument('[name...]', 'only these tools, by id or name')
    .option('-s, --server <name>', 'only tools of this server; may be given again', collect)
    .option('-w, --waiting', 'only those that wait for approval')
    .option('--refresh', 'list the servers again before answering')
    .option('--offline', 'answer from what is kept and ask no server')
    .action((names: string[], options) =>
      start(options, async (context) => (await import('../commands/pins.ts')).pins(names, options, context)),
    )
  addConfig(program.command('approve'))
    .description('trust definitions as they were seen last; a serve that runs takes that in')
    .argument('[name...]', 'tools by id or name; ID@DIGEST approves nothing but what was looked at')
    .option('-s, --server <name>', 'all of this server that wait; may be given again', collect)
    .option('-a, --all', 'all that wait')
    .action((names: string[], options) =>
      start(options, async (context) =>
        (await import('../commands/approve.ts')).approve(names, options, context),
      ),
    )
}
