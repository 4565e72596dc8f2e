/** Verbs: what people ask for, and what tools say they do. */
export const ACTIONS = `
# making and unmaking
create make build generate produce
create add
add insert append include
delete remove erase discard trash
delete destroy drop purge wipe
clear empty erase
clean cleanup tidy
rid > delete remove
update edit modify change alter
revise edit amend rewrite
adjust tweak
upgrade refresh > update
replace substitute swap
replace > update
fill complete
finish complete done
undo revert rollback
restore recover undelete
reset > default
restart reboot
retry redo repeat
delete remove drop
edit modify adjust revise
fresh > new
new > create add
open > create read

# reading and finding
get fetch retrieve obtain
show display view
reveal show > display get
see view show
see look > view get
look > search find
list enumerate
find search lookup query
find discover explore
search seek hunt
google bing > search web
browse visit
browse > navigate
grab > get fetch retrieve
tell > get
give provide supply > get
read view
peek preview > view
collect gather compile
pick choose select
find search discover
search discover lookup
information detail info
mention > include
hunt scour > search find
facts > information
latest > news

# moving
send deliver transmit dispatch
forward > send
receive > get
copy duplicate clone replicate
move relocate transfer
migrate > move transfer
rename retitle
upload attach
export download
load > import
save store persist keep
bookmark > save
sync synchronize synchronise
set change update

# running
start launch begin initiate
run execute trigger invoke
run launch start
stop end halt terminate
kill terminate stop
abort cancel terminate
cancel revoke
cancel > delete remove
pause suspend
resume continue
postpone delay defer reschedule
snooze delay postpone
automate automatic workflow
install setup
uninstall > remove
configure config setup
preference > setting
enable activate
disable deactivate
turn switch toggle
toggle > enable disable
connect integrate
disconnect unlink detach
attach > add
wait delay
cancel abort stop

# shaping
convert transform translate
convert conversion
combine merge join concatenate
join concat merge
split divide separate partition
cut trim crop
trim truncate shorten
shorten abbreviate
expand extend enlarge
reduce shrink decrease lower
increase raise grow
group categorize categorise classify
classify classification label categorization
filter narrow refine
limit restrict cap
format prettify beautify
reverse invert flip
round floor ceil
normalize normalise standardize
clean sanitize
compress shrink minify
encode decode
extract parse
scrape > extract
mix blend
mask hide redact anonymize anonymise
replace > redact
sort order rank arrange
simplify > shorten
bullet > list summary

# thinking
analyze analyse analysis analytics
analyze examine inspect investigate
check verify validate
ensure > check verify
compare comparison versus difference
contrast compare difference
differ diff
calculate compute
solve > calculate
solve solver solution
count total
tally count sum
sum total addition
subtract minus
estimate predict forecast
guess estimate predict
summarize summarise summary recap digest
condense shorten summarize
tldr gist > summary summarize
explain describe description explanation
understand > explain
define definition meaning
advise advice recommend
advice guidance
idea inspiration brainstorm suggestion
brainstorm ideation
decide decision choose
reason think
remember memorize > memory
remember recall
forget > delete remove
identify recognize recognise recognition detect
detect detector
diagnose diagnosis diagnostic
optimize optimise improve
fix repair solve resolve
fix correct
troubleshoot debug diagnose
plan planner
plan arrange
design > create
draw render
paint draw
visualize visualise > chart plot
analyze assess evaluate
check verify confirm
explain describe clarify
help assist support
advise suggest recommend
summary abstract overview
alternative > similar recommend
pros cons > compare
versus vs compare
better > compare
recommend best
improve optimize enhance boost
distinguish > compare
probability likelihood > predict
opinion > review

# dealing with people
ask question
answer reply respond response
talk chat speak
talk chat > conversation
discuss > chat conversation
notify alert notification
warn alert
share publish post
join participate enroll
register signup registration
subscribe subscription
unsubscribe unsubscription
follow subscribe
monitor tracker > track
monitor observe
approve accept
reject decline deny refuse
allow permit grant
block ban
review > rating
review feedback
assign allocate delegate
hire recruit
apply > application
submit send
confirm acknowledge
book reserve
schedule appointment
sell sale
pay payment
rent rental lease
borrow lend loan
donate charity
contribute > participate
notify alert reminder
vote survey poll
buy purchase order
`
