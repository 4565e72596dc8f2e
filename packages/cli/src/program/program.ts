import { Command } from 'commander'
import { addExamples } from './examples.ts'
import { type CommandContext, type CommonOptions, type Run, type Runs, VERSION } from './options.ts'
import { addQualityCommands } from './quality-commands.ts'
import {
  addCatalogCommands,
  addConfigCommands,
  addDemo,
  addLoginCommands,
  addPinCommands,
  addServingCommands,
} from './tool-commands.ts'

/**
 * The commands, their options and their help. Only descriptions are made here: what a command does is loaded when it is
 * chosen, so that help costs nothing.
 */
export function createProgram(
  start: (
    options: CommonOptions,
    run: (context: CommandContext) => ReturnType<Run<CommonOptions>>,
  ) => Promise<void>,
): Command {
  const runs: Runs = <Options extends CommonOptions>(load: () => Promise<Run<Options>>) =>
    function (this: Command) {
      const options = this.opts<Options>()
      return start(options, async (context) => (await load())(options, context, this.args))
    }
  const program = new Command('toolscout')
    .description('Finds the right tool among all your MCP servers, shows just enough of it, and runs it.')
    .version(VERSION, '-V, --version')
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run with --help for usage.')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', FOOTER)
  addCatalogCommands(program, runs)
  addConfigCommands(program, runs)
  addLoginCommands(program, runs)
  addPinCommands(program, runs)
  addQualityCommands(program, runs)
  addServingCommands(program, runs)
  addDemo(program, runs)
  addExamples(program)
  return program
}

const FOOTER = `
First steps:
  toolscout demo                    see it work, with servers of npm
  toolscout init                    take over the servers your other clients use
  toolscout search "create issue"   find tools
  toolscout serve                   give an agent all of them behind a few

Exit codes: 0 done, 1 failed, 2 usage, 3 configuration, 4 not found,
            5 server unreachable, 6 check not passed, 7 authorization, 130 Ctrl-C.`
