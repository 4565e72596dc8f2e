/** Time, weather, the sky and the earth. */
export const TIME_AND_SKY = `
# time
date day
day daily
week weekly
month monthly
year annual yearly
hour hourly
today tomorrow yesterday tonight weekend > date
monday tuesday wednesday thursday friday saturday sunday > date
january february april june july august september october november december > date month
christmas easter thanksgiving halloween hanukkah ramadan diwali > holiday date
valentines newyear > holiday
holiday bankholiday > calendar
morning afternoon noon midnight > time
clock time
time oclock
timezone utc gmt
timezone est pst cet > time
timezone tz
date time datetime
timestamp datetime
duration length
duration elapsed
interval period
period range
timer countdown
timer stopwatch
alarm > clock
wake > alarm
sleep bedtime
calendar > date
deadline > date
end finish
previous last
future upcoming
upcoming next
schedule timetable
summer autumn winter > season
century decade
ancient history
live realtime
latest newest recent current
history historical past previous
today > current
weekend > event
noon midnight > hour
fortnight > week

# weather
weather temperature
weather meteorological
temperature temp
umbrella raincoat coat jacket sunscreen sunglasses > weather
rain rainy rainfall precipitation
snow shower drizzle hail sleet storm thunderstorm > weather
snow snowfall
snowy blizzard > weather
rain sunny cloudy windy foggy humid chilly > weather forecast
overcast > weather
cold hot warm freezing chilly > temperature weather
degrees celsius fahrenheit kelvin > temperature
wind windspeed
wind breeze gust
wind dewpoint > weather
cloudiness > cloud
fog mist visibility
storm hurricane tornado cyclone typhoon
hurricane tornado > weather alert
thunder lightning
drought wildfire
uv ultraviolet
sunburn tan sunscreen > uv
sunrise sunset dawn dusk
pollen > allergy
smog aqi
aqi > air quality
smog pollution smoke haze > air quality
earthquake quake seismic
earthquake volcano tsunami > disaster
disaster hazard emergency
surf wave
surfing > wave weather
ski > snow
picnic barbecue > weather
weather forecast climate
snow wind storm > forecast
outside outdoors > weather
warmer cooler > temperature
frost icy > weather temperature
muggy breezy > weather

# sky and earth
astronomy astronomical
constellation > star astronomy
mars jupiter saturn venus > astronomy
moon lunar
sun solar
eclipse meteor comet asteroid > astronomy
asteroid neo
nasa spacex esa > space
nasa apod > astronomy
rocket > launch space
satellite orbit
iss astronaut > space
telescope > astronomy
mountain peak
ocean sea marine
river lake
forest wood
climate environment
carbon co2 emission
footprint > carbon
greenhouse > emission
recycling waste
geology geological
elevation altitude
elevation > height
planet > astronomy space
aurora > astronomy
mars moon > planet space
rover > mars nasa
`
