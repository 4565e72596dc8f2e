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
