/** Cloud, containers, networks, monitoring, security and machine learning. */
export const INFRASTRUCTURE = `
# cloud and servers
aws > amazon
aws azure gcp > cloud
gcp googlecloud
heroku vercel netlify cloudflare digitalocean > deploy hosting
ec2 droplet > instance server
vm virtual machine
computer pc
laptop computer
lambda serverless function
bucket s3 storage
blob > storage object
cdn cache
provision create
terraform ansible pulumi cloudformation > infrastructure
infra infrastructure
scale autoscale
resize scale
cpu processor
cpu memory > usage
gpu nvidia cuda
os > system
windows linux macos ubuntu debian > system
macos mac osx
linux unix
boot startup
shutdown poweroff
uptime availability
downtime outage
outage incident
incident alert

# containers
container docker
docker podman
compose swarm > docker
k8s kubernetes
kubectl helm > kubernetes
pod > kubernetes
namespace pod

# networks
ip > address
ip whois geolocation
domain dns hostname
dns nameserver record
hostname host
subdomain domain
whois domain
ping latency reachable
traceroute ping > network
port scan
firewall iptables > security network
proxy vpn
proxy gateway
router wifi > network
wifi wireless
internet online
internet network
bandwidth speed
download bandwidth > speed
ssl tls https
ssl certificate
certificate cert
ssh sftp ftp > remote server
ssh remote
loadbalancer balancer

# watching
metric statistic measure
statistic stats
kpi metric
alert alarm
datadog grafana prometheus newrelic splunk kibana > metric monitoring log
sentry > error exception
pagerduty opsgenie > incident alert
oncall > incident schedule
trace span
healthcheck health status
status progress
dashboard panel
panel widget
threshold limit
anomaly outlier
usage consumption

# security
vulnerability cve
vulnerability exploit weakness
cve nvd > vulnerability
malware virus trojan ransomware
antivirus virustotal > malware scan
phishing scam fraud
spam junk
breach leak compromised
breach pwned
hack hacker > security breach
threat attack
attack exploit
penetration pentest > security vulnerability
encrypt cipher
hash md5 sha256
md5 sha1 sha256 bcrypt > hash
password passcode
password credential
secret credential
secret vault
2fa mfa otp totp > authentication
login signin authenticate
login log > session
logout signout
captcha > bot
permission role
privilege permission
admin administrator
audit compliance
compliance regulation
gdpr hipaa > privacy compliance
privacy private
confidential private sensitive
pii > personal sensitive redact
safe safety
risk danger
sandbox isolated

# machine learning
ai artificial
llm gpt chatgpt claude gemini openai anthropic llama mistral > model ai
model llm
ml machinelearning
prompt instruction
chatbot bot assistant
agent assistant
finetune > train model
inference predict
neural deep > learning network
tensorflow pytorch keras sklearn huggingface > model
sentiment emotion opinion
emotion mood feeling
mood feeling > sentiment
negative > sentiment
nlp > text language
entity ner > extract recognition
keyword keyphrase
topic theme
topic subject
regression > model statistics
anomaly detection
embed embedding
similar alike related
toxic offensive profanity hate > moderation
hallucination factcheck > verify fact
face facial
face > recognition
object detection
vision > image
speech voice
tts text2speech > speech voice
stt asr > speech transcription
speak aloud > speech
dalle midjourney diffusion > image generate
deepfake > detect
`
