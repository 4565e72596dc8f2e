import type { EntryKind } from '@toolscout/model'
import { Argument, type Command } from 'commander'
import type { ClientId } from '../clients/client-files.ts'
import {
  addCommon,
  addConfig,
  addListed,
  collect,
  inRange,
  oneOf,
  parseTimeout,
  type Runs,
} from './options.ts'

/** Commands that look at tools and run them. */
export function addCatalogCommands(program: Command, runs: Runs): void {
  addListed(program.command('list'))
    .description('list the tools of all servers, or the servers themselves')
    .option('-s, --server <name>', 'only tools of this server; repeatable', collect)
    .addOption(oneOf('-k, --kind <kind>', 'only what is of this kind', KINDS))
    .option('--servers', 'list the servers and where each is configured; starts none')
    .option('--tree', 'by server')
    .option('--tokens', 'with what each definition costs in a prompt')
    .action(runs(async () => (await import('../commands/list.ts')).list))
  addListed(program.command('search'))
    .description('find tools by what they should do')
    .argument('<query...>', 'words; quotes are not needed')
    .option('-l, --limit <count>', 'most hits (default: as many as are worth it)', inRange(1, 1_000))
    .option('-s, --server <name>', 'only tools of this server; repeatable', collect)
    .addOption(oneOf('-k, --kind <kind>', 'only what is of this kind', KINDS))
    .option('-e, --explain', 'show how each score came about')
    .addOption(
      oneOf('-m, --mode <mode>', 'how to rank; auto goes by size', ['auto', 'words', 'hybrid'], 'auto'),
    )
    .action(runs(async () => (await import('../commands/search.ts')).search))
  addListed(program.command('describe'))
    .description('describe what a tool does and how to call it')
    .argument('<id...>', 'ids or names as search shows them')
    .addOption(oneOf('-d, --detail <level>', 'how much detail', ['summary', 'schema', 'full'], 'schema'))
    .action(runs(async () => (await import('../commands/list.ts')).describe))
  addListed(program.command('call'))
    .description('run a tool')
    .argument('<id>', 'id or name as search shows it')
    .addArgument(new Argument('[key=value...]', 'arguments; types are those of the schema'))
    .option('-a, --args <json>', 'arguments as a JSON object; - reads it from stdin')
    .action(runs(async () => (await import('../commands/call.ts')).call))
}

/** The kinds of entries. */
const KINDS: readonly EntryKind[] = ['tool', 'prompt', 'resource', 'skill']

/** Programs whose files are known. */
const CLIENT_IDS: readonly ClientId[] = [
  ...([
    'claude-code',
    'claude-desktop',
    'cursor',
    'vscode',
    'codex',
    'opencode',
    'gemini-cli',
    'zed',
  ] as const),
  'windsurf',
]

/** What may be done with registries. */
const REGISTRY_ACTIONS = ['list', 'add', 'refresh', 'remove']

/** The command that shows what there is. */
export function addDemo(program: Command, runs: Runs): void {
  program
    .command('demo')
    .description(
      'try searches and calls on four real servers from npm, in a folder that is deleted afterwards',
    )
    .argument('[query...]', 'a request of your own, in place of five')
    .option('-q, --quiet', 'no notes or progress on stderr')
    .option('--timeout <duration>', 'how long a server may take: 30s, 2m (TOOLSCOUT_TIMEOUT)', parseTimeout)
    .action(runs(async () => (await import('../commands/demo.ts')).demo))
}

/** Commands that look at servers. */
function addLogs(program: Command, runs: Runs): void {
  addConfig(program.command('logs'))
    .description('what a server wrote to stderr, and when it started and stopped')
    .argument('<server>', 'its name')
    .option('-n, --lines <count>', 'how many, the last ones', inRange(1, 100_000), 50)
    .option('-f, --follow', 'follow what is added, until Ctrl-C')
    .action(runs(async () => (await import('../commands/logs.ts')).logs))
}

/** Commands that serve others: agents, people, shells. */
export function addServingCommands(program: Command, runs: Runs): void {
  addConfig(program.command('serve'))
    .description('serve all servers as one MCP server, over stdio or HTTP')
    .option('--http <port>', 'serve Streamable HTTP there; 0 for any port', inRange(0, 65_535))
    .option('--host <address>', 'where to listen (default 127.0.0.1)')
    .option('--allow-host <name>', 'a name clients reach it by; repeatable', collect)
    .option('--token-env <variable>', 'variable that holds the bearer token (default: one is made)')
    .addOption(
      oneOf('-x, --exposure <name>', 'what a model is shown (default meta)', [
        'meta',
        'direct',
        'toolbox',
        'loom',
      ]),
    )
    .option('--split', 'a meta-tool each for calls that read, write and destroy')
    .option('-p, --profile <name>', 'a part of the tools that the configuration names')
    .option('--eager', 'start all servers at once, not each with its first call')
    .addOption(
      oneOf(
        '--client <name>',
        'the client that starts this; servers in its own file are left to it',
        CLIENT_IDS,
      ),
    )
    .option('--no-watch', 'do not follow changes of the configuration')
    .option(
      '--inspect <port>',
      'page that shows what clients ask, at a port of this machine; 0 for any',
      inRange(0, 65_535),
    )
    .action(runs(async () => (await import('../commands/serve.ts')).serve))
  addListed(program.command('inspect'))
    .description('look at the tools on a page of this machine: search, explanations, documentation, servers')
    .option('--port <port>', 'where to listen; 0 for any port', inRange(0, 65_535), 0)
    .option('--token-env <variable>', 'variable that holds the token of the page (default: one is made)')
    .option('--questions <file>', 'file that judged questions are appended to, for eval')
    .action(runs(async () => (await import('../commands/inspect.ts')).inspect))
  addLogs(program, runs)
  addCommon(program.command('completion'))
    .description('print a script with which a shell completes commands, servers and tools')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(runs(async () => (await import('../completion/candidates.ts')).completion))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(runs(async () => (await import('../completion/candidates.ts')).completer(program)))
}

/** Commands that change configuration files. */
export function addConfigCommands(program: Command, runs: Runs): void {
  addCommon(program.command('init'))
    .description(
      'use the servers that Claude, Cursor, VS Code, Codex, OpenCode, Gemini CLI, Zed and Windsurf have',
    )
    .option('-y, --yes', 'write without asking')
    .option('-n, --dry-run', 'show what would be taken over and write nothing')
    .option(
      '--copy',
      'copy the servers, without secrets, instead of reading the files of the clients each time',
    )
    .option('--project', "copy them into the project's file, those of this folder too")
    .option('--force', 'replace servers that are there already')
    .action(runs(async () => (await import('../commands/init.ts')).init))
  addCommon(program.command('connect'))
    .description('have a client start Toolscout, and find its other servers through it; --remove undoes it')
    .addArgument(new Argument('<client>', 'which client').choices(CLIENT_IDS))
    .option('--move', "move the client's servers behind Toolscout without asking")
    .option('--keep', "leave the client's servers where they are")
    .option('--remove', 'undo it: every server is back where it was')
    .option('-n, --dry-run', 'show what would change in which file and write nothing')
    .option('--project', "the project's file of the client, not the user's")
    .action(runs(async () => (await import('../commands/connect.ts')).connect))
  addCommon(program.command('add'))
    .description(
      'add a server: toolscout add NAME -- COMMAND, --url URL, one of a registry by its name, or a folder of skills: --skills FOLDER',
    )
    .argument('<name>', 'what it shall be called, or what its registry calls it')
    .argument('[command...]', 'the command that starts it, after --')
    .option('--url <url>', 'where a remote server is')
    .option('--skills <folder>', 'a folder of skills, each a folder with a SKILL.md')
    .option('--type <type>', 'http or sse, where the address does not say')
    .option('--header <name:value>', 'sent with every request; repeatable', collect)
    .option('-e, --env <name=value>', 'a variable of its process; repeatable', collect)
    .option('--cwd <folder>', 'the working directory of its process')
    .option(
      '--replica-of <server>',
      'it has the same tools as that server, and answers while that one cannot',
    )
    .option('--project', "write the project's file, not the user's")
    .option('--force', 'replace a server of this name')
    .option('--literal', 'write values that may be secrets as they are')
    .action(runs(async () => (await import('../commands/add.ts')).add))
  addCommon(program.command('registry'))
    .description('read the list of servers of a registry, for searches to name those that would fit')
    .addArgument(new Argument('[action]', 'what to do').choices(REGISTRY_ACTIONS).default('list'))
    .argument('[source]', 'an address (API v0.1, a catalog or a server card), or a file')
    .action(runs(async () => (await import('../commands/registry.ts')).registry))
  addConfig(program.command('remove'))
    .description('remove a server')
    .argument('<name>', 'its name')
    .action(runs(async () => (await import('../commands/add.ts')).remove))
}

/** Commands that log in to servers. */
export function addLoginCommands(program: Command, runs: Runs): void {
  addConfig(program.command('login'))
    .description('log in to a server with OAuth, in the browser')
    .argument('<server>', 'its name')
    .option('--no-browser', 'print the address and open no browser')
    .option('--client-id <id>', 'a client registered there, where the service registers none by itself')
    .option('--client-secret-env <variable>', 'variable that holds the secret of that client')
    .option('--scope <scope>', 'what to ask for, where the server names nothing')
    .option('--port <port>', 'where the browser comes back to on 127.0.0.1; 0 for any', inRange(0, 65_535), 0)
    .action(runs(async () => (await import('../commands/login.ts')).login))
  addConfig(program.command('logout'))
    .description('forget the login of a server')
    .argument('<server>', 'its name')
    .action(runs(async () => (await import('../commands/login.ts')).logout))
}

/** Commands that say which definitions are trusted. */
export function addPinCommands(program: Command, runs: Runs): void {
  addConfig(program.command('pins'))
    .description('show which definitions are trusted, those that changed and wait for approval first')
    .argument('[name...]', 'only these tools, by id or name')
    .option('-s, --server <name>', 'only tools of this server; repeatable', collect)
    .option('-w, --waiting', 'only those that wait for approval')
    .option('--refresh', 'list the servers again before answering')
    .option('--offline', 'answer from the cache and contact no server')
    .action(runs(async () => (await import('../commands/pins.ts')).pins))
  addConfig(program.command('approve'))
    .description('trust definitions as they were seen last; a running serve picks that up')
    .argument('[name...]', 'tools by id or name; ID@DIGEST approves nothing but what was looked at')
    .option('-s, --server <name>', 'all of this server that wait; repeatable', collect)
    .option('-a, --all', 'all that wait')
    .action(runs(async () => (await import('../commands/approve.ts')).approve))
}
