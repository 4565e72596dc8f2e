/** Pictures, film, sound, music, books, games and sport. */
export const MEDIA = `
# pictures
image picture photo photograph pic
photo photography photographer
selfie wallpaper > photo image
screenshot screengrab screencap
screenshot snapshot
thumbnail preview
webcam > camera
camera > photo
unsplash pexels shutterstock pixabay flickr > photo image stock
resize crop rotate > image
upscale enhance
background backdrop
drawing sketch illustration
artwork painting
art artwork artist
museum gallery exhibition
picasso monet > art painting
comic cartoon
manga > anime comic
meme > image
qr barcode
qr qrcode
barcode upc ean
avatar portrait
tattoo > design
red blue green yellow purple orange > color
diagram > image
photo picture > camera
sunset landscape portrait > photo image
blur sharpen > image
logo icon > design
cartoon anime > image
caption > image

# film and television
video clip footage
movie film cinema
movie flick
film filmmaker
netflix hulu disney hbo imdb tmdb > movie show streaming
theater showtime > movie
theater theatre cinema
actor actress cast
filmmaker > movie
trailer teaser
trailer > movie
tv television
series tv > show
sitcom documentary drama thriller horror comedy > movie genre
genre category
watch stream
stream livestream
subtitle caption
oscar emmy > award movie
award prize
spielberg tarantino nolan hitchcock > movie director
plot storyline synopsis
film movie > video
actor actress director > movie
episode season > series show
imdb > movie rating
avengers batman titanic inception > movie
spoiler plot > movie
sequel prequel franchise > movie

# sound and music
sound audio
voice > audio
noise sound
radio station
fm > radio
audiobook > book audio
volume loudness
quiet louder quieter > volume
mute silence
unmute unsilence
music song tune
tune melody
playlist tracklist
spotify itunes soundcloud deezer pandora lastfm > music
rock jazz pop hiphop rap classical techno > music genre
guitar piano violin drum bass flute ukulele > music instrument
chord scale melody harmony
lyric > song
singer vocalist
artist musician singer band
composer songwriter
concert gig
festival > event concert
concert > event music ticket
ticketmaster eventbrite > event ticket
beatles beethoven mozart bach beyonce > music artist
hum shazam > song identify
dj remix > music
play listen
play playback
skip next
midi synth > music
ringtone sound
music song track
music audio
podcast audio episode
sing > song
album > music artist
band singer > music
eminem drake taylor adele coldplay metallica > music artist song
soundtrack karaoke > music song
mp3 > song
bpm tempo > music

# books
book novel
ebook > book
novel fiction
literature book
novelist > author
read reader
bestseller author > book
isbn goodreads > book
library librarian
biography memoir
shakespeare tolkien austen dickens hemingway > book author
magazine journal
newspaper magazine > news
fiction > book

# games
game videogame
gamer player
steam playstation xbox nintendo > game
minecraft fortnite roblox pokemon zelda > game
pokemon pokedex
chess poker puzzle sudoku crossword scrabble > game
dice die d20
flip toss > coin
tarot > card
trivia quiz
trivia > question fact
riddle puzzle
wordle > word game
leaderboard ranking standings
achievement badge trophy
league tournament
dungeon rpg dnd > game character
hero > character
lottery lotto
lottery jackpot powerball > number
gamble casino betting
bet odds wager
game > play
quest loot boss > game
chessboard checkmate > chess
hangman tictactoe blackjack solitaire > game

# sport
sport athletics
soccer football
nba > basketball
nfl > american football
mlb > baseball
nhl > hockey
nba nfl mlb nhl fifa ufc nascar > sport
basketball baseball football hockey tennis golf cricket rugby volleyball > sport
fifa premier uefa worldcup laliga bundesliga > soccer football
messi ronaldo lebron federer nadal > player sport
lakers patriots yankees warriors arsenal > team sport
formula1 f1 nascar motogp > race
team club squad
player athlete
coach trainer
fixture > match game
score result
championship tournament cup
bracket > tournament
olympics medal > sport
stadium arena > venue
referee umpire
roster lineup
espn > sport score
game sport
score match game
quarterback touchdown playoff superbowl > football sport
winner > score result
quarterfinal semifinal final > match tournament
striker goalkeeper midfielder > football player
innings wicket batting > cricket baseball
`
