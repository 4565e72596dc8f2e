/** The key of a word, apart from those of facets. */
export function termKey(term: string): string {
  return `t${wellFormed(term)}`
}

/** The key of what filters ask for. */
export function facetKey(facet: string): string {
  return `f${wellFormed(facet)}`
}

/** A text as SQLite keeps it. */
function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text
}
