import { CHOICES, type ChoiceName } from '../api/views.ts'

/** The views, in the order of the navigation. */
export const VIEW_NAMES = ['tools', 'searches', 'servers', 'tokens', 'findings', 'pins', 'activity'] as const

/** A view by its name. */
export type ViewName = (typeof VIEW_NAMES)[number]

/** Where on the page one is. */
export interface Route {
  readonly view: ViewName
  /** What is looked for. */
  readonly query: string
  /** Key of the chosen group; empty for all. */
  readonly group: string
  /** What is left of them; empty for all. */
  readonly only: ChoiceName | ''
  /** `tokens` for the longest definitions first; empty for the order of ids. */
  readonly sort: 'tokens' | ''
  /** Id of the tool that is shown; empty for none. */
  readonly id: string
}

/** Reads the part of the address behind its `#`; what is no view is the first. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const given = new URLSearchParams(search)
  return {
    view: VIEW_NAMES.find((name) => name === path) ?? 'tools',
    query: given.get('q') ?? '',
    group: given.get('group') ?? '',
    only: CHOICES.find((name) => name === given.get('only')) ?? '',
    sort: given.get('sort') === 'tokens' ? 'tokens' : '',
    id: given.get('id') ?? '',
  }
}

/** Writes it again. */
export function formatRoute({ view, query, group, only, sort, id }: Route): string {
  const parts = Object.entries({ q: query, group, only, sort, id }).filter(([, value]) => value !== '')
  const search = new URLSearchParams(parts).toString()
  return `#/${view}${search === '' ? '' : `?${search}`}`
}

const KEY = 'toolscout-inspect-token'

/** What lets the page ask: `token` to look, `act` to change anything; without `act` it only reads. */
export interface Tokens {
  readonly token: string
  readonly act: string
}

/**
 * Takes the tokens out of the address, so that they are neither in the history nor in a copied address, and keeps them as
 * long as this tab lives. Not in a cookie: those are sent to every other port of this machine as well.
 */
export function takeTokens(): Tokens | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  if (given.has('token')) {
    sessionStorage.setItem(KEY, given.toString())
    history.replaceState(null, '', `${location.pathname}#/tools`)
  }
  const kept = new URLSearchParams(sessionStorage.getItem(KEY) ?? '')
  const token = kept.get('token') ?? ''
  // A header takes nothing else.
  if (!/^[!-~]+$/.test(token)) return undefined
  return { token, act: kept.get('act') ?? '' }
}
