import { Argument, type Command, Option } from 'commander'
import type { Start } from './command.ts'
import { addListed, collect, integerFrom } from './options.ts'

/** Commands that look at tools and run them. */
export function addCatalogCommands(program: Command, start: Start): void {
  addListed(program.command('list'))
    .description('list the tools of all servers, or the servers themselves')
    .option('-s, --server <name>', 'only tools of this server; may be given again', collect)
    .option('--servers', 'list the servers and where each is configured; starts none')
    .action((options) =>
      start(options, async (context) => (await import('../commands/list.ts')).list(options, context)),
    )
  addListed(program.command('search'))
    .description('find tools by what they should do')
    .argument('<query...>', 'words; quotes are not needed')
    .option('-l, --limit <count>', 'most hits', integerFrom(1, 1_000), 10)
    .option('-s, --server <name>', 'only tools of this server; may be given again', collect)
    .option('-e, --explain', 'show how each score came about')
    .addOption(
      new Option('-m, --mode <mode>', 'how to rank: by words, by words and meaning, or as the size allows')
        .choices(['auto', 'words', 'hybrid'])
        .default('auto'),
    )
    .action((query: string[], options) =>
      start(options, async (context) =>
        (await import('../commands/search.ts')).search(query.join(' '), options, context),
      ),
    )
  addListed(program.command('describe'))
    .description('tell what a tool does and how it is called')
    .argument('<id...>', 'ids or names as search shows them')
    .addOption(
      new Option('-d, --detail <level>', 'how much to tell')
        .choices(['summary', 'schema', 'full'])
        .default('schema'),
    )
    .action((ids: string[], options) =>
      start(options, async (context) =>
        (await import('../commands/describe.ts')).describe(ids, options, context),
      ),
    )
  addListed(program.command('call'))
    .description('run a tool')
    .argument('<id>', 'id or name as search shows it')
    .addArgument(new Argument('[key=value...]', 'arguments; types are those of the schema'))
    .option('-a, --args <json>', 'arguments as a JSON object; - reads it from stdin')
    .option('-t, --timeout <ms>', 'deadline in milliseconds', integerFrom(1, 2_147_483_647))
    .action((id: string, pairs: string[], options) =>
      start(options, async (context) =>
        (await import('../commands/call.ts')).call({ id, pairs }, options, context),
      ),
    )
}
