import type { Command } from 'commander'

type Example = readonly [line: string, what?: string]

/** What the help of each command ends with. A test asks that every command has some, and that they parse. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  list: [
    ['list', 'every tool, by id'],
    ['list --server github --tokens', 'of one server, with what each definition costs'],
    ['list --tree', 'by server'],
    ['list --servers', 'where each server is configured'],
  ],
  search: [
    ['search create an issue', 'the tools that do it, the best first'],
    ['search create an issue --explain', 'and why'],
    ['search read a file --server filesystem --json', 'for a script'],
  ],
  describe: [
    ['describe github:create_issue', 'what it does and takes'],
    ['describe create_issue --detail full', 'its whole schema'],
  ],
  call: [
    ['call filesystem:read_text_file path=/tmp/a.txt', 'one argument'],
    ['call github:create_issue', 'asks for the arguments, on a terminal'],
    [`call memory:open_nodes --args '{"names": ["Ada"]}'`, 'all of them as JSON'],
  ],
  serve: [
    ['serve', 'over stdio, as a client starts it'],
    ['serve --http 8080 --token-env TOKEN', 'over HTTP, with a token of yours'],
    ['serve --inspect 8090', 'with a page that shows what clients ask'],
  ],
  inspect: [
    ['inspect', 'prints the address of the page'],
    ['inspect --questions questions.jsonl', 'and keeps what you judge there'],
  ],
  logs: [
    ['logs github', 'the last fifty lines'],
    ['logs github --follow', 'and what comes'],
  ],
  completion: [
    ['completion bash >> ~/.bashrc'],
    ['completion zsh > ~/.zsh/_toolscout'],
    ['completion fish > ~/.config/fish/completions/toolscout.fish'],
  ],
  init: [
    ['init', "asks once, and reads your clients' files from then on"],
    ['init --dry-run', 'what was found, and what is missing to start it'],
    ['init --project', 'copies the servers of this folder into .toolscout.json'],
  ],
  connect: [
    ['connect claude-code --dry-run', 'what would change'],
    ['connect cursor', "asks whether Cursor's servers move"],
    ['connect vscode --project --keep', '.vscode/mcp.json of this folder'],
    ['connect cursor --remove', 'as it was'],
  ],
  add: [
    ['add memory -- npx -y @modelcontextprotocol/server-memory', 'a command of this machine'],
    ['add linear --url https://mcp.linear.app/mcp', 'a remote server'],
    [
      `add github --env 'TOKEN=\${GITHUB_TOKEN}' -- github-mcp-server stdio`,
      'a variable, read when it starts',
    ],
  ],
  registry: [
    ['registry add https://registry.modelcontextprotocol.io', 'reads it once; searches name what would fit'],
    ['registry refresh', 'reads all of them again'],
  ],
  remove: [['remove memory']],
  demo: [['demo'], ['demo write down who likes tea']],
  login: [
    ['login linear', 'opens the browser'],
    ['login linear --no-browser', 'prints the address'],
  ],
  logout: [['logout linear']],
  pins: [
    ['pins --waiting', 'what changed and waits for you'],
    ['pins --server github --refresh', 'after asking the server again'],
  ],
  approve: [
    ['approve github:create_issue', 'its definition as it is now'],
    ['approve --server github', 'all of that server'],
  ],
  tokens: [
    ['tokens', 'what your tools cost, and whether a search pays'],
    ['tokens --provider openai --calls 3', 'for one provider and a short task'],
  ],
  eval: [
    ['eval', 'with questions made from the texts of the tools'],
    ['eval --judgments questions.jsonl --baseline quality.json', 'fails when it got worse'],
  ],
  lint: [
    ['lint', 'fails on errors'],
    ['lint --server github --fail-on warning', 'stricter, for one server'],
  ],
  doctor: [
    ['doctor', 'checks all and says what to do'],
    ['doctor --server github', 'one server'],
  ],
}

/** Puts its examples behind the help of each command. */
export function addExamples({ commands }: Command): void {
  for (const command of commands) {
    const examples = EXAMPLES[command.name()] ?? []
    if (examples.length === 0) continue
    const width = Math.max(...examples.map(([line]) => line.length))
    const lines = examples.map(([line, what = '']) => `  toolscout ${line.padEnd(width)}   ${what}`.trimEnd())
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
  }
}
