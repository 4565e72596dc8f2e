/**
 * English words that say nothing about which tool is meant: articles, pronouns, prepositions, auxiliaries,
 * question words and the courtesies of requests. Verbs of tools (get, find, list, make) are not among them.
 */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are aren as at be because been before being below between ' +
    'both but by can cannot could couldn d did didn do does doesn doing don down during each either else etc few ' +
    'for from further had hadn has hasn have haven having he her here hers herself him himself his how i if in ' +
    'into is isn it its itself just let lets ll m may me might mine more most must my myself need neither no nor ' +
    'not now of off on once only onto or other our ours ourselves out over own per please re s same shall she ' +
    'should shouldn so some such t than thank thanks that the their theirs them themselves then there these they ' +
    'this those through to too under until up upon us use used using ve very via was wasn we were weren what when ' +
    'where whether which while who whom whose why will with within without won would wouldn you your yours ' +
    'yourself yourselves'
  ).split(' '),
)
