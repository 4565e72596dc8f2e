// Pages are written so that their links work where the repository is read; here they become links of the site.
import { posix } from 'node:path'
import { REPOSITORY } from './workspace.mjs'

/** The file of the repository that a page of the site was made of. */
function sourceOf(page) {
  const [, parent, name] = /^(packages|examples)\/([^/]+)(?:\/index)?\.md$/.exec(page) ?? []
  return parent === undefined ? `docs/${page}` : `${parent}/${name}/README.md`
}

/** A link as the site has it; what is no page of it is read in the repository. */
export function toSiteLink(href, page) {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const [path = '', hash] = href.split('#')
  const target = posix
    .normalize(posix.join(posix.dirname(sourceOf(page)), decodeURI(path)))
    .replace(/\/$/, '')
  return `${placeOf(target)}${hash === undefined ? '' : `#${hash}`}`
}

function placeOf(target) {
  const [, name] = /^packages\/([^/]+)(?:\/README\.md)?$/.exec(target) ?? []
  if (name !== undefined) return `/packages/${name}/`
  const [, example] = /^examples\/([^/]+)(?:\/README\.md)?$/.exec(target) ?? []
  if (example !== undefined) return `/examples/${example}.md`
  if (target === 'examples' || target === 'packages') return `/${target}/`
  if (target === 'README.md') return '/'
  const [, page] = /^docs\/(.+\.md)$/.exec(target) ?? []
  if (page !== undefined) return `/${page.replace(/(^|\/)README\.md$/, '$1')}`
  return `${REPOSITORY}/${target}`
}
