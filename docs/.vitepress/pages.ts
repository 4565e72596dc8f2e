/** What is read in order, by subject; packages and examples list themselves. */
export const pages = [
  {
    text: 'Begin',
    items: [
      { text: 'Get started', link: '/start' },
      { text: 'I use Claude Code or Cursor', link: '/clients/' },
      { text: 'I write an agent', link: '/guides/agent' },
      { text: 'I run a gateway for a team', link: '/guides/team' },
      { text: 'When to use it', link: '/when' },
      { text: 'Beside others', link: '/compare' },
    ],
  },
  {
    text: 'In your client',
    items: [
      { text: 'All clients', link: '/clients/' },
      { text: 'Claude Code', link: '/clients/claude-code' },
      { text: 'Claude Desktop', link: '/clients/claude-desktop' },
      { text: 'Cursor', link: '/clients/cursor' },
      { text: 'VS Code', link: '/clients/vscode' },
      { text: 'Codex', link: '/clients/codex' },
      { text: 'OpenCode', link: '/clients/opencode' },
      { text: 'Gemini CLI', link: '/clients/gemini-cli' },
      { text: 'Zed', link: '/clients/zed' },
      { text: 'Windsurf', link: '/clients/windsurf' },
    ],
  },
  {
    text: 'Concepts',
    items: [
      { text: 'The tool index', link: '/concepts/tool-index' },
      { text: 'How a query runs', link: '/concepts/query' },
      { text: 'The verdict', link: '/concepts/verdict' },
      { text: 'Levels of disclosure', link: '/concepts/disclosure' },
      { text: 'Gateway and policy', link: '/concepts/gateway' },
      { text: 'Tokens', link: '/tokens' },
    ],
  },
  {
    text: 'Moving from',
    items: [
      { text: 'FastMCP', link: '/migrate/fastmcp' },
      { text: 'Mastra', link: '/migrate/mastra' },
      { text: 'opencode-toolbox', link: '/migrate/opencode-toolbox' },
      { text: 'Loom', link: '/migrate/loom' },
      { text: 'tooldiscovery', link: '/migrate/tooldiscovery' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Errors', link: '/errors' },
      { text: 'Ranking', link: '/ranking' },
      { text: 'Performance', link: '/performance' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Security', link: '/security' },
      { text: 'Persistence', link: '/persistence' },
      { text: 'Scale', link: '/scale' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Releasing', link: '/releasing' },
    ],
  },
]

/** One page a task. */
export const guides = [
  { text: 'All guides', link: '/guides/' },
  { text: 'I write an agent', link: '/guides/agent' },
  { text: 'I run a gateway for a team', link: '/guides/team' },
  { text: 'The command line', link: '/cli' },
  { text: 'The local page', link: '/inspect' },
  { text: 'Model providers and frameworks', link: '/adapters' },
  { text: 'An embedder of your own', link: '/guides/embedder' },
  { text: 'A searcher of your own', link: '/guides/searcher' },
  { text: 'Keep a catalog', link: '/guides/store' },
  { text: 'Past one machine', link: '/guides/cluster' },
  { text: 'Many servers through one', link: '/guides/gateway' },
  { text: 'The OpenCode plugin', link: '/guides/opencode' },
  { text: 'A tool loop', link: '/guides/tool-loop' },
  { text: 'A language model helps', link: '/guides/language-model' },
  { text: 'Learn from use', link: '/guides/feedback' },
  { text: 'Servers you do not trust', link: '/guides/security' },
  { text: 'Bundling', link: '/guides/bundling' },
  { text: 'Measure your catalog', link: '/evaluation' },
  { text: 'Lint your catalog', link: '/linting' },
  { text: 'Watch it run', link: '/telemetry' },
]
