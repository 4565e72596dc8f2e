import type { Command } from 'commander'
import { loadLayers, usableServers } from '../config/layers.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext, CommonOptions, Run } from '../program/options.ts'

/** Ids that are offered at most: a shell shows no more than a screen. */
const MOST_IDS = 500

/** Prints the script of a shell. */
export async function completion(
  _: CommonOptions,
  { output }: CommandContext,
  [shell]: readonly string[],
): Promise<undefined> {
  const script = COMPLETION_SCRIPTS[shell as Shell]
  output.give({ shell, script }, () => script.trimEnd())
}

/**
 * Prints what may stand where the cursor is, given the words before and at it, a line each. Never rejects, never asks a
 * server: ids are those that are kept.
 */
export function completer(program: Command): Run<CommonOptions> {
  return async (_, { host }, words) => {
    const current = words.at(-1) ?? ''
    const offered = await candidates(program, words.slice(0, -1), { current, host }).catch(() => [])
    for (const word of offered) if (word.startsWith(current)) host.stdout.write(`${word}\n`)
    return undefined
  }
}

async function candidates(
  program: Command,
  before: readonly string[],
  { current, host }: { readonly current: string; readonly host: CliHost },
): Promise<readonly string[]> {
  const [name = 'help'] = before
  const command = program.commands.find((known) => known.name() === name)
  if (command === undefined) {
    if (name !== 'help') return []
    const isShown = (known: Command): boolean => Reflect.get(known, '_hidden') !== true
    return [...program.commands.filter(isShown).map((known) => known.name()), 'help']
  }
  const last = before.at(-1)
  const option = command.options.find(({ long, short }) => last === long || last === short)
  if (option !== undefined && (option.required || option.optional))
    return option.argChoices ?? (option.long === '--server' ? serverNames(host) : [])
  if (current.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help']
  if (name === 'remove') return serverNames(host)
  if (name === 'pins' || name === 'approve') return pinnedIds(host, name === 'approve')
  if (name === 'describe' || (name === 'call' && before.length === 1)) return toolIds(host)
  return command.registeredArguments[0]?.argChoices ?? []
}

async function serverNames(host: CliHost): Promise<readonly string[]> {
  return (await loadLayers(host)).servers.map(({ name }) => name)
}

async function toolIds(host: CliHost): Promise<readonly string[]> {
  const { CacheFolder, serversKey } = await import('../catalog/cache-folder.ts')
  const { isJsonObject, toIdPart } = await import('@toolscout/model/internal')
  const cache = new CacheFolder(host)
  const kept = await cache.read(serversKey(usableServers(await loadLayers(host))))
  const ids = (await cache.listings(kept)).flatMap(({ server, definitions }) =>
    definitions.flatMap((definition) => {
      const { name, kind } = isJsonObject(definition) ? definition : {}
      const own = kind === undefined ? name : `${kind}.${name}`
      return typeof name === 'string' ? `${toIdPart(server)}:${toIdPart(String(own))}` : []
    }),
  )
  return ids.slice(0, MOST_IDS)
}

async function pinnedIds(host: CliHost, isWaitingOnly: boolean): Promise<readonly string[]> {
  const { isWaiting } = await import('@toolscout/guard/internal')
  const { readPins } = await import('../pins/pin-store.ts')
  const pins = await readPins(host, await loadLayers(host))
  return pins.flatMap((pin) => (isWaitingOnly && !isWaiting(pin) ? [] : pin.id)).slice(0, MOST_IDS)
}

/** Shells that can be completed in. */
export type Shell = 'bash' | 'zsh' | 'fish'

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
