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
      { theme: 'alt', text: 'In Claude Code, Cursor …', link: '/clients/' },
      { theme: 'alt', text: 'In an agent', link: '/guides/agent' },
      { theme: 'alt', text: 'For a team', link: '/guides/team' },
    ],
  },
}
