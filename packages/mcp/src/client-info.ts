/** How we introduce ourselves to servers. The version is that of this package, which a test holds it to. */
export const CLIENT_INFO: { readonly name: string; readonly version: string } = Object.freeze({
  name: 'toolscout',
  version: '0.1.0',
})
