import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { inlinePictures, siteLinks } from '../site/markdown.mjs'
import { REPOSITORY, readExamples, readPublicPackages } from '../site/workspace.mjs'
import { codeTheme } from './code-theme.ts'
import { home } from './home.ts'
import { guides, pages } from './pages.ts'

const docs = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = readPublicPackages().map(({ name, manifest }) => ({
  text: manifest.name,
  link: `/packages/${name}/`,
  items: [{ text: 'Every name', link: `/packages/${name}/api` }],
  collapsed: true,
}))
const examples = readExamples().map(({ name }) => ({ text: name, link: `/examples/${name}` }))

/** Pages that are not written yet are not listed, so that those who write them add nothing here but a line. */
const written = <Item extends { link: string }>(items: readonly Item[]): Item[] =>
  items.filter(({ link }) =>
    [`${link}.md`, `${link}index.md`, `${link}README.md`].some((file) => existsSync(join(docs, file))),
  )

export default defineConfig({
  title: 'Toolscout',
  description: 'An agent with hundreds of tools should see a few.',
  lang: 'en',
  base: process.env.TOOLSCOUT_SITE_BASE ?? '/',
  srcExclude: ['node_modules/**'],
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    // Pages are read on other sites too, where code in angle brackets is text.
    html: false,
    linkify: false,
    theme: codeTheme,
    config: (md) => {
      md.use(siteLinks)
      md.use(inlinePictures, (file) => readFileSync(join(docs, file), 'utf8'))
    },
  },
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === 'index.md' ? { frontmatter: { ...frontmatter, ...home } } : {},
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Get started', link: '/start' },
      { text: 'Guides', link: '/guides/' },
      { text: 'Packages', link: '/packages/' },
      { text: 'Examples', link: '/examples/' },
    ],
    sidebar: [
      ...pages.map(({ text, items }) => ({ text, items: written(items) })),
      { text: 'Guides', items: written(guides) },
      { text: 'Packages', link: '/packages/', items: packages, collapsed: true },
      { text: 'Examples', link: '/examples/', items: examples, collapsed: true },
    ],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY.replace('/blob/main', '') }],
    footer: { message: 'MIT License. No page of this site loads anything from elsewhere.' },
    search: {
      provider: 'local',
      options: {
        // Of the reference, names are found and sentences are not: it is larger than all other pages together.
        _render: (source, env, md) => {
          const { highlight } = md.options
          md.options.highlight = null // colours are no words
          const html = md.render(source, env)
          md.options.highlight = highlight
          if (!/^packages\/[^/]+\/api/.test(env.relativePath)) return html
          return (html.match(/<h[1-3][\s\S]*?<\/h[1-3]>/g) ?? []).join('\n')
        },
      },
    },
  },
})
