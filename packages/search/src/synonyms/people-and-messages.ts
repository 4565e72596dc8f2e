/** People, mail, chat and calls, social networks. */
export const PEOPLE_AND_MESSAGES = `
# people
contact addressbook
friend buddy pal
friend contact
mom mum mother
dad father
mom dad mother father brother sister wife husband son daughter > contact family
wife husband spouse partner
kid child children
baby infant newborn
boy girl > child
woman female
man male
gender sex
boss manager supervisor
coworker colleague teammate
neighbor neighbour
user account
user member
account profile
profile bio
bio biography
username handle
nickname > name
firstname lastname surname > name
birthday birthdate
birthday anniversary
age birthdate
street > address
phone telephone mobile
cellphone smartphone mobile
ssn passport license > identity
demographic > population
person people contact
nephew niece cousin uncle aunt grandma grandpa > family
roommate classmate > friend

# mail
gmail outlook imap smtp > email
inbox mailbox
inbox > email
unread > email message
cc bcc recipient
sender > email
recipient receiver
subject title
newsletter mailchimp sendgrid > email campaign
draft unsent
thread conversation
postcard letter > mail
label tag
email mail message
attachment > email file

# chat and calls
message msg
message text
dm message
sms text
mms twilio > message
slack discord telegram whatsapp messenger > message chat
whatsapp telegram
chatroom > channel
emoji emoticon reaction
sticker gif
mention tag
dial > call
dial > phone
voicemail > message call
conference meeting
zoom webex > meeting video
facetime skype > call video
broadcast announce
ping notify
message chat sms
phone telephone call
ringtone ringer > sound phone
voicemail > phone

# social networks
twitter tweet
tweet retweet post
facebook fb
instagram ig insta
linkedin > profile post
instagram tiktok facebook twitter reddit mastodon bluesky snapchat pinterest > social media
youtube yt
youtube vimeo twitch > video
youtuber creator > channel
reddit subreddit
upvote karma > reddit
follower audience
like favorite favourite
favorite bookmark
feed timeline
hashtag tag
viral trending popular
influencer creator
story reel > post
caption description
engagement interaction
forum thread
forum > community
popular trending top
popular hot trending
`
