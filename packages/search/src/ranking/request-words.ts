/**
 * How often requests to assistants and tools hold a word, whatever they are about: per thousand requests, the
 * median over nine public collections of requests (named in NOTICE), as stems. A word that any request may hold
 * says little about which tool is meant, however rare it is among tools.
 */
const PER_THOUSAND = `
101: find
94: want
76: new
58: current
57: know
52: get
38: help
37: rate
36: tell
34: like time
32: set show
31: inform
28: start
27: plan
26: list
25: check
24: locat make
22: account citi name provid
21: avail chang interest look
19: book
18: next on updat
17: dai
16: detail number order project stock
15: activ creat date last year
14: add email latest much todai work
13: car review trip
12: 5 gener take
11: data give pm price schedul travel week
10: 1 3 code good mani plai prefer purchas right
9: 2 area go long meet month open see specif system try
8: 10 appl call compani e includ live match option phone place recent report request save send song
8: statu suggest think ticket york
7: 7 access address angel bui complet differ fetch format friend game go home lo run servic state sure
7: type volum
6: 4 6 8 base card file first flight item job kei level local need person receiv record restaur sai
6: score size sourc tomorrow traffic unit
5: 00 amazon american app balanc com connect curiou custom fit germani googl high hotel hour invest
5: limit morn movi playlist possibl properti read recommend room search someth step tabl th track two
5: upcom user weather weekend well
4: 20 30 9 amount assist back cancel chicago class come confirm contain convert cost countri daili
4: deliveri direct event exchang food found fund got happen id intern japan keep link love made minut
4: move multipl music near onlin pai park past peopl perform power prepar process product put realli
4: recip respons result return road select share shop speak st stop store support test thing tokyo total
4: train transact understand valu wai wait water window write
3: 100 123 15 50 500 ag air airport analyz appli applic arriv ask audio best busi calcul california
3: compar cook delet dollar expect explain express famili field figur francisco free french full group
3: health histori hous increas issu john languag light main manag march messag model monei night note
3: offer offic old pari profil public publish rang releas remov rental requir rout san secur session
3: special station statist switch task turn usd video visit watch word x
`

/** Share of requests that hold a word, 0 to 1, by root term. Words that are not named are rarer than 1 in 400. */
export const REQUEST_SHARES: ReadonlyMap<string, number> = new Map(
  PER_THOUSAND.trim()
    .split('\n')
    .flatMap((line) => {
      const [share = '', words = ''] = line.split(': ')
      return words.split(' ').map((word) => [toRoot(word), Number(share) / 1_000] as const)
    }),
)

/** Numbers have no stem and are their own root. */
function toRoot(word: string): string {
  return /^\d/.test(word) ? word : `${word}*`
}
