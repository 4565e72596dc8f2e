/** News and the web, law and government, culture, play and talk. */
export const SOCIETY = `
# news and the web
article > news
journalist > news
bbc cnn nytimes > news
reuters bloomberg > news financial
rss > feed
article story
blog blogger
wordpress > blog post
wordpress > website
web internet
website webpage
webpage page
url link
link hyperlink
http www com > url
shortener > url
bitly tinyurl > url shorten
redirect > url
crawl crawler spider
crawl scrape
scrape scraper
browser chrome firefox safari
tab > browser
cookie session
click press
click tap
scroll swipe
duckduckgo > search
sitemap > crawl
translate > language
page website site web
article post blog
url > website page
breaking headline > news
scandal controversy > news
politics > news

# law and government
law legislation
lawyer attorney solicitor
court judge
court judicial
lawsuit litigation
contract agreement
nda > contract
clause contract
regulation > policy
regulation law
statute law
copyright > rights
copyright trademark
crime criminal
police > crime
sue > legal
divorce custody > legal
testament > legal
government governmental
congress senate parliament > government legislation
election > vote
president minister senator governor > government politician
politician political
census > population
immigration visa
military army
war > conflict
charity nonprofit
nonprofit ngo
emergency 911
firefighter > fire
government > public
politics election > government
law legal lawyer
trump biden obama > president politics

# culture, play and talk
humor humour comedy
chucknorris > joke
laugh > joke funny
fun > entertainment
bored > activity
hobby > activity
saying proverb > quote
inspirational > quote
inspire motivational
motivation > quote
affirmation motivational
horoscope zodiac
horoscope astrology
astrology zodiac
aries taurus leo virgo libra scorpio sagittarius capricorn aquarius pisces > horoscope zodiac
tarot fortune divination
fortune luck
dream > interpretation
numerology > number
religion religious
bible scripture
bible > verse
bible christian
quran islam
quran surah
hadith > islam
prayer pray
mosque church temple > religious
muslim prayer
jewish hebrew > religion
buddhist hindu > religion
god > religion
myth mythology
legend myth
tradition culture
heritage history
ancestor genealogy
genealogy family
wedding marriage
love romance
toddler > kid
kindergarten > school
hi hey > greet
hello greeting
bye goodbye
philosophy philosopher
roleplay persona character
imagine > generate
curious > fact
surprise > random
famous celebrity
ufo alien
ghost haunted
superhero marvel > comic
starwars > movie
harrypotter > character
joke funny humor
pun punchline > joke
wisdom > quote
einstein > quote
compatibility > zodiac
`
