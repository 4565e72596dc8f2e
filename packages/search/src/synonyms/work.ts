/** Calendars, tasks, customers, staff and jobs, marketing. */
export const WORK = `
# calendars
calendar event
agenda itinerary
event meeting appointment
event happening
appointment booking
dentist > appointment
standup sync > meeting
reschedule move
slot available
invite attendee
attendee participant guest
rsvp > invite event
deadline due
due overdue > deadline task
reminder todo task
remember > reminder
forget > reminder
recurring repeat recurrence
party wedding > event
calendar schedule agenda
reunion conference webinar workshop > event
birthday anniversary > event date
dinner > reservation
nap > sleep

# tasks and projects
todo chore errand
todo checklist
checklist list
trello asana jira clickup basecamp > task project
jira > issue
sprint backlog
epic > issue
kanban board
gantt roadmap timeline
roadmap plan
milestone goal
goal target
okr > goal
priority urgent
blocker blocked
assignee owner
owner ownership
organization organisation org
organization company
comment feedback
comment remark
pomodoro focus > timer
timesheet timer > tracking
habit routine
procedure process
process workflow
plan > schedule
burndown > sprint

# customers and support
crm salesforce hubspot pipedrive zoho > customer contact deal
client > customer
lead prospect
deal opportunity
crm > sales
helpdesk > support ticket
zendesk freshdesk intercom > ticket support
complaint complain
complaint ticket
feedback survey
survey poll questionnaire
typeform surveymonkey > form survey
satisfaction nps > survey feedback
faq > question answer
contractor freelancer
stakeholder > contact

# staff and jobs
job employment position vacancy
job occupation profession
vacancy opening
employer company
employee staff worker
employee personnel
employee member > team
payroll > employee
payroll salary
salary income
paycheck > salary
bonus > salary
pto > leave vacation
absence > leave
resume cv
resume candidate
candidate applicant
interview candidate
interview > job
onboarding > employee
skill ability
skill competency expertise
internship intern > job
freelance upwork fiverr > job
linkedin glassdoor > job
layoff unemployed > job employment
coworking office
company business firm enterprise corporation
company startup
industry sector
founder ceo > company
job career employment work
salary wage
wage > pay
occupation > career
salary raise > pay
commute > travel work
overtime > hour work

# marketing
advertising > marketing
campaign > marketing
ad advert advertisement
adwords > advertising campaign
ad campaign
seo ranking
seo serp
seo keyword
keyword phrase
backlink link
semrush ahrefs moz > seo keyword
visitor > traffic
audience demographic
audience segment
analytics statistics
analytics insight
mixpanel amplitude > analytics
funnel > conversion analytics
impression click
logo > brand
copywriting > marketing
slogan > marketing
promote > marketing
competitor competition
competitor rival
influencer > social
strategy > plan
marketplace > market
consumer > customer
growth growing
advertising campaign
billboard banner > advertising
ctr cpc roas > campaign analytics
newsletter > marketing email
`
