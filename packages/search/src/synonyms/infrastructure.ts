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
lambda serverless > function
bucket s3 > storage
blob > storage object
cdn cache
provision create
terraform ansible pulumi cloudformation > infrastructure
infra infrastructure
autoscale > scale
cpu processor
cpu > usage
gpu nvidia cuda
os > system
windows linux macos ubuntu debian > system
macos mac osx
linux unix
boot startup
shutdown poweroff
uptime availability
downtime outage > incident
cloudwatch cloudtrail > log monitor
vercel netlify > website
ec2 rds lambda > aws

# containers
container docker
podman > docker
swarm > docker
k8s kubernetes
kubectl helm > kubernetes
pod > kubernetes

# networks
ip > address
whois > domain ip
dns > domain
nameserver > dns
hostname host
subdomain domain
ping latency reachable
traceroute ping > network
firewall iptables > security network
proxy vpn
router wifi > network
wifi wireless
download bandwidth > speed
ssl tls https
ssl certificate
certificate cert
ssh sftp ftp > remote server
loadbalancer balancer
ipv4 ipv6 subnet cidr > ip network
latency > network performance

# watching
metric statistic
statistic stats
kpi > metric
alert alarm
datadog grafana prometheus newrelic splunk kibana > metric monitoring log
sentry > error exception
pagerduty opsgenie > incident alert
oncall > incident schedule
trace span
healthcheck > health status
progress > status
dashboard panel
anomaly outlier
usage consumption

# security
vulnerability cve
vulnerability exploit weakness
nvd > vulnerability
malware virus trojan ransomware
antivirus virustotal > malware scan
phishing scam fraud
spam junk
breach leak compromised
breach pwned
hack hacker > security breach
threat attack
penetration pentest > security vulnerability
encrypt cipher
md5 sha1 sha256 bcrypt > hash
password passcode
password credential
secret credential
vault > secret
2fa mfa otp totp > authentication
login signin authenticate
login > session
logout signout
captcha > bot
permission > role
privilege permission
admin administrator
compliance regulation
gdpr hipaa > privacy compliance
privacy private
confidential private sensitive
pii > personal sensitive redact
safe safety
risk danger
sandbox isolated
intruder > security
spyware > malware
firewall > rule security
apikey > credential

# machine learning
ai artificial
llm gpt chatgpt claude gemini openai anthropic llama mistral > model ai
ml machinelearning
chatbot bot assistant
agent assistant
finetune > train model
inference predict
neural > network
tensorflow pytorch keras sklearn huggingface > model
sentiment emotion opinion
emotion mood feeling
mood feeling > sentiment
negative > sentiment
nlp > text language
ner > extract recognition
keyword keyphrase
topic theme
topic subject
regression > model statistics
anomaly > detection
embed embedding
similar alike
similar > related
toxic offensive profanity hate > moderation
hallucination factcheck > verify fact
face facial
face > recognition
vision > image
speech voice
tts text2speech > speech voice
stt asr > speech transcription
speak aloud > speech
dalle midjourney diffusion > image generate
deepfake > detect
chatgpt gpt > chat ai
bert > model
overfitting epoch hyperparameter > train model
`
