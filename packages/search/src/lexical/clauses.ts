/**
 * Where a request goes from one wish to the next: ends of sentences, semicolons, commas and dashes, and the words
 * that join wishes. A dot or colon inside a word (`v1.2`, `server:tool`) ends nothing.
 */
const BOUNDARY =
  /[.;:!?](?=\s|$)|[\n。；！？、，—]|,\s+(?:and\s+|then\s+)*|\s(?:and\s+then|then|and|und|et|y|e|и)\s+/giu

/** Most clauses that are looked at; a longer text is a document, not a request. */
const MAX_CLAUSES = 24

/** The clauses of a request, in order; a request that is one wish is one clause. */
export function splitClauses(text: string): readonly string[] {
  return text
    .split(BOUNDARY)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .slice(0, MAX_CLAUSES)
}
