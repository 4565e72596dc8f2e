import type { Command } from 'commander'
import { loadLayers, usableServers } from '../config/layers.ts'
import { placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** Ids that are offered at most: a shell shows no more than a screen. */
const MOST_IDS = 500

/**
 * What may stand where the cursor is, given the words before and at it. Never rejects, never asks a server: ids are those
 * that are kept.
 */
export async function candidates(
  program: Command,
  words: readonly string[],
  host: CliHost,
): Promise<readonly string[]> {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const command = program.commands.find((known) => known.name() === before[0])
  const offered =
    command === undefined
      ? commandNames(program, before)
      : await forCommand(command, { before, current, host })
  return offered.filter((word) => word.startsWith(current))
}

function commandNames(program: Command, before: readonly string[]): readonly string[] {
  const names = program.commands.filter((command) => !isHidden(command)).map((command) => command.name())
  return before[0] === undefined || before[0] === 'help' ? [...names, 'help'] : []
}

async function forCommand(
  command: Command,
  {
    before,
    current,
    host,
  }: { readonly before: readonly string[]; readonly current: string; readonly host: CliHost },
): Promise<readonly string[]> {
  const last = before.at(-1) ?? ''
  const option = command.options.find(({ long, short }) => last === long || last === short)
  if (option !== undefined && (option.required || option.optional)) {
    if (option.argChoices !== undefined) return option.argChoices
    return option.long === '--server' ? serverNames(host) : []
  }
  if (current.startsWith('-'))
    return [
      ...command.options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long])),
      '--help',
    ]
  const name = command.name()
  if (name === 'remove') return serverNames(host)
  if (name === 'pins' || name === 'approve') return pinnedIds(host, name === 'approve')
  if (name === 'completion') return command.registeredArguments[0]?.argChoices ?? []
  return name === 'describe' || (name === 'call' && before.length === 1) ? toolIds(host) : []
}

async function serverNames(host: CliHost): Promise<readonly string[]> {
  const { servers } = await loadLayers(host).catch(() => ({ servers: [] }))
  return servers.map(({ name }) => name)
}

async function toolIds(host: CliHost): Promise<readonly string[]> {
  try {
    const [{ findSource }, { openCacheFolder }, { createOutput }, { toIdPart, isJsonObject }] =
      await Promise.all([
        import('../catalog/catalog-source.ts'),
        import('../catalog/cache-folder.ts'),
        import('../terminal/output.ts'),
        import('@toolscout/model/internal'),
      ])
    const silent = { ...host, stderr: { write: () => {}, isTerminal: false } }
    const output = createOutput(silent, { isJson: false, isQuiet: true })
    const { key } = await findSource({}, { host: silent, output })
    const cache = openCacheFolder(placesOf(host).cache, host.now)
    const kept = await cache.read(key)
    const listings = kept === undefined ? [] : await cache.listings(kept)
    const ids = listings.flatMap(({ server, definitions }) =>
      definitions.flatMap((definition) => {
        const name = isJsonObject(definition) ? definition.name : undefined
        return typeof name === 'string' ? [`${toIdPart(server)}:${toIdPart(name)}`] : []
      }),
    )
    return ids.slice(0, MOST_IDS)
  } catch {
    return []
  }
}

async function pinnedIds(host: CliHost, isWaitingOnly: boolean): Promise<readonly string[]> {
  try {
    const { isWaiting } = await import('@toolscout/guard/internal')
    const { readPins } = await import('../pins/known-pins.ts')
    const layers = await loadLayers(host)
    const pins = await readPins(host, usableServers(layers), layers.pins)
    return pins.flatMap((pin) => (isWaitingOnly && !isWaiting(pin) ? [] : pin.id)).slice(0, MOST_IDS)
  } catch {
    return []
  }
}

function isHidden(command: Command): boolean {
  return Reflect.get(command, '_hidden') === true
}

/** Shells that can be completed in. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number]

/**
 * Completion scripts. Each asks the command itself for candidates, so the script stays the same when a
 * command or a server changes. Bash takes a colon for the end of a word, so the text before one is cut off.
 */
export const COMPLETION_SCRIPTS: { readonly [shell in Shell]: string } = {
  bash: `# eval "$(toolscout completion bash)"
_toolscout() {
  local typed="\${COMP_LINE:0:COMP_POINT}" line word begun=''
  read -ra line <<<"$typed"
  if [[ $typed == *[[:space:]] ]]; then line+=(''); fi
  word="\${line[\${#line[@]}-1]}"
  if [[ $COMP_WORDBREAKS == *:* && $word == *:* ]]; then begun="\${word%:*}:"; fi
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("\${word#"$begun"}")
  done < <(toolscout complete -- "\${line[@]:1}" 2>/dev/null)
}
complete -o default -F _toolscout toolscout
`,
  zsh: `#compdef toolscout
# eval "$(toolscout completion zsh)", or save as _toolscout in a folder of $fpath
_toolscout() {
  local -a found
  found=("\${(@f)$(toolscout complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found[@]} > 0 )) && [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _toolscout toolscout
`,
  fish: `# toolscout completion fish | source
function __toolscout_complete
    set -l words (commandline -opc) (commandline -ct)
    toolscout complete -- $words[2..-1] 2>/dev/null
end
complete -c toolscout -a '(__toolscout_complete)'
`,
}
