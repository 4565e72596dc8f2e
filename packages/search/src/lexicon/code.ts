/** Programming, repositories, builds, interfaces and databases. */
export const CODE = `
# programs
code program script
code source
program software application
app application
app software
developer programmer coder
dev development
python py
javascript js
typescript ts
golang go
csharp dotnet
c++ cpp
python javascript typescript java golang rust ruby php kotlin scala perl > code programming
bash shell zsh powershell > command script
shell console
terminal > shell command
command cmd cli
cli terminal
function method
function func procedure
variable var
argument arg parameter param
async asynchronous
library package module
package dependency
npm pip pypi yarn pnpm maven gradle nuget > package dependency
framework library
react vue angular svelte nextjs django laravel > framework
sdk api library
compile build
interpreter sandbox > execute code
repl > execute code
snippet code
regex regexp
regex pattern
lint linter eslint
format formatter prettier
refactor restructure
debug debugger
breakpoint > debug
bug defect issue
error exception fault failure
crash exception stacktrace traceback > error
stacktrace stack trace
error problem
warning lint
unittest jest pytest junit mocha > test
test spec
mock stub fake
e2e playwright cypress selenium puppeteer > browser test
coverage > test
benchmark performance
complexity > code analysis
algorithm algo
ast syntax parse
boilerplate scaffold template
scaffold bootstrap generate
autocomplete > suggest
vscode > editor
intellij > editor
docs > documentation
docstring jsdoc comment
changelog release
semver version
deprecated obsolete
uuid identifier
id identifier
random shuffle
timestamp unix epoch
cron crontab schedule
cron > job
async > background
thread process
process pid
memory ram
latency delay
cache redis
env environment
config configuration settings
flag feature
plugin extension addon
hook webhook callback
component widget
frontend ui interface
backend server
ui gui interface
css style stylesheet
figma sketch > design component
wireframe mockup prototype design
color colour palette
hex rgb hsl > color
icon logo
font typeface typography

# repositories
git > repository commit branch
repo repository
github gitlab bitbucket gitea > repository
gh github
pr mr > pull merge request
commit changeset revision
diff patch change
branch fork
fork clone
merge rebase
checkout branch
tag release
issue ticket bug
issue problem
milestone release
codereview review
maintainer contributor
contributor author
stargazer > star
gist snippet
blame > commit history
history log
readme > repository
opensource > repository license
license licence

# builds and releases
ci cd pipeline build
jenkins circleci travis > pipeline build
workflow pipeline
workflow action
deploy deployment release
deploy publish
rollout release deploy
artifact build
staging > environment
prod > production

# interfaces
api endpoint
endpoint route url
rest > api http
graphql > query api
grpc protobuf > api service
swagger openapi > api specification
spec specification
postman curl > http request
http request
payload body
param query
auth authentication
oauth sso saml jwt > authentication token
apikey key
throttle > rate limit
quota limit usage
json object
schema structure
parse parser
serialize deserialize serialise
websocket socket
mcp > server tool

# databases
db database
database table
mysql postgres postgresql sqlite mariadb mssql oracle > sql database
postgres postgresql
sql > database query
mongo mongodb
mongodb dynamodb cassandra couchdb firestore > database document collection
redis memcached > cache key
elasticsearch opensearch solr > search index
snowflake bigquery redshift databricks > sql warehouse
supabase firebase > database
neo4j cypher > graph database
query select
record row entry
entry item
schema table
column field
primary foreign > key
join > table
upsert insert update
transaction commit
replica replication
etl > pipeline data
warehouse lake > data
dataset data
aggregate sum
group aggregate
pagination page cursor
vector embedding
pinecone qdrant weaviate milvus chroma pgvector > vector embedding
semantic similarity embedding
rag retrieval > knowledge search
knowledgebase knowledge
`
