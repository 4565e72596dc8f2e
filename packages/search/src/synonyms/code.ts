/** Programming, repositories, builds, interfaces and databases. */
export const CODE = `
# programs
code program script
program software application
app application
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
command cmd cli
cli terminal
function method
function func procedure
variable var
argument arg parameter param
async asynchronous
library package module
dependency > package
npm pip pypi yarn pnpm maven gradle nuget > package dependency
react vue angular svelte nextjs django laravel > framework
sdk > library api
compile build
interpreter sandbox > execute code
repl > execute code
snippet > code
regex regexp
regex > pattern
lint linter eslint
format formatter prettier
refactor restructure
debug debugger
breakpoint > debug
bug defect issue
fault failure > error
crash exception stacktrace traceback > error
stacktrace stack trace
unittest jest pytest junit mocha > test
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
docstring jsdoc comment
changelog > release
semver > version
deprecated obsolete
uuid identifier
id identifier
random shuffle
epoch > timestamp
cron crontab schedule
cron > job
async > background
thread process
pid > process
memory ram
latency delay
env environment
config configuration settings
plugin extension addon
hook webhook callback
component widget
frontend ui interface
ui gui interface
css style stylesheet
figma sketch > design component
wireframe mockup prototype design
color colour palette
hex rgb hsl > color
icon logo
font typeface typography
issue bug problem error
swift > code
segfault deadlock nullpointer > error debug
leetcode hackerrank > coding problem
dockerfile makefile > build
stackoverflow > code question

# repositories
git > repository commit
repo repository
github gitlab bitbucket gitea > repository
gh github
pr > pull request
commit changeset revision
diff patch > change
rebase > merge
issue ticket bug
milestone release
codereview > review
maintainer contributor
stargazer > star
gist snippet
blame > commit history
readme > repository
opensource > repository license
license licence
github gitlab > code

# builds and releases
ci cd > pipeline build
jenkins circleci travis > pipeline build
rollout > deploy release
staging > environment
prod > production

# interfaces
api endpoint
graphql > query api
grpc protobuf > api service
swagger openapi > api specification
spec specification
postman curl > http request
http > request
payload body
auth authentication
oauth sso saml jwt > authentication token
apikey > key
throttle > rate limit
quota > limit usage
parse parser
serialize deserialize serialise
websocket socket
mcp > server tool

# databases
db database
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
row > record
upsert > insert update
replica replication
etl > pipeline data
dataset data
aggregate > group sum
pagination > page
vector embedding
pinecone qdrant weaviate milvus chroma pgvector > vector embedding
semantic > embedding
rag retrieval > knowledge search
knowledgebase knowledge
db2 > database
dump > database
`
