/** The first page's head; it stands here and not above the page, where formatters take it for Markdown. */
export const home = {
  layout: 'home',
  hero: {
    name: 'Toolscout',
    text: 'Hundreds of tools, a few in view',
    tagline:
      'Finds the right tool, shows a model just enough of it, and runs it. TypeScript, no native code, no download.',
    actions: [
      { theme: 'brand', text: 'Get started', link: '/start' },
      { theme: 'alt', text: 'Claude Code, Cursor, VS Code …', link: '/clients/' },
      { theme: 'alt', text: 'When not to use it', link: '/when' },
    ],
  },
  features: [
    {
      title: 'Finds',
      details:
        'Words, synonyms, word vectors in the box, names in any spelling, several tasks in one request. Every score explains itself, and every answer says whether anything fits.',
      link: '/concepts/query',
    },
    {
      title: 'Discloses',
      details:
        'Summary, schema or everything, inside a token budget you name. The same question costs the same bytes.',
      link: '/concepts/disclosure',
    },
    {
      title: 'Runs',
      details:
        'Arguments are checked and mended where that is safe. Every call is answered, and what may have run is not run again.',
      link: '/packages/runtime/',
    },
    {
      title: 'Serves',
      details:
        'Any number of MCP servers as one, over stdio or HTTP, behind four meta-tools of a few hundred tokens.',
      link: '/concepts/gateway',
    },
    {
      title: 'Measures',
      details:
        'Recall, nDCG, false returns and tokens on your own catalog; a linter that names the tools nobody will find.',
      link: '/evaluation',
    },
    {
      title: 'Says what it cannot do',
      details:
        'Figures with their commands, machines and dates; what was tried and lost; what is not safe yet.',
      link: '/performance',
    },
  ],
}
