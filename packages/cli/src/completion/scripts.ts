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
