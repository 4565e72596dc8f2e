import { posix } from 'node:path'
import { toSiteLink } from './links.mjs'

/** Links as they are in the repository become links of the site, before anything looks whether they lead somewhere. */
export function siteLinks(md) {
  md.core.ruler.push('site_links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href !== null) token.attrSet('href', toSiteLink(href, env.relativePath))
    }
  })
}

/**
 * A picture that stands alone is put into the page, where it follows the page's colours; as a file of its own it
 * follows those of the system.
 */
export function inlinePictures(md, read) {
  const standard = md.renderer.rules.image
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src') ?? ''
    if (!source.endsWith('.svg')) return standard(tokens, index, options, env, self)
    const svg = read(posix.join(posix.dirname(env.relativePath), source))
    // Its own colours are those of a file that stands alone.
    const parts = svg.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll('{{', '&#123;&#123;')
    return `<span class="picture" role="img" aria-label="${md.utils.escapeHtml(tokens[index].content)}">${parts}</span>`
  }
}
