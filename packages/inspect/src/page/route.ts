/** The views, in the order of the navigation. */
export const VIEW_NAMES = ['tools', 'servers', 'tokens', 'findings', 'pins', 'activity'] as const

/** A view by its name. */
export type ViewName = (typeof VIEW_NAMES)[number]

/** Where on the page one is. */
export interface Route {
  readonly view: ViewName
  /** What is looked for. */
  readonly query: string
  /** Key of the chosen group; empty for all. */
  readonly group: string
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
    id: given.get('id') ?? '',
  }
}

/** Writes it again. */
export function formatRoute({ view, query, group, id }: Route): string {
  const parts = Object.entries({ q: query, group, id }).filter(([, value]) => value !== '')
  const search = new URLSearchParams(parts).toString()
  return `#/${view}${search === '' ? '' : `?${search}`}`
}

const KEY = 'toolscout-inspect-token'

/**
 * Takes the token out of the address, so that it is neither in the history nor in a copied address, and keeps it as
 * long as this tab lives. Not in a cookie: those are sent to every other port of this machine as well.
 */
export function takeToken(): string | undefined {
  const given = /^#token=([!-~]+)$/.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem(KEY, decodeURIComponent(given))
    history.replaceState(null, '', `${location.pathname}#/tools`)
  }
  return sessionStorage.getItem(KEY) ?? undefined
}
