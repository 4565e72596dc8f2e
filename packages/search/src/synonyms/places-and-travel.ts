/** Places, maps, travel and transport. */
export const PLACES_AND_TRAVEL = `
# places and maps
coordinates latitude longitude
lat latitude
lng lon longitude
gps coordinates
gps > location
geocode > address coordinates
geolocation > location
geography > map
atlas globe > map
region area
area zone
area territory
country > nation
capital > country city
city town
city municipality
town village
province > state
county district
neighborhood neighbourhood district
postcode postal zipcode
zip postcode
continent country
border boundary
paris london tokyo berlin barcelona dubai bali sydney beijing > city
york francisco chicago boston seattle miami vegas > city
japan china india brazil canada mexico > country
landmark monument
landmark attraction
nearby closest nearest
nearby close
far > distance
distance mileage
miles kilometers > distance
distance proximity
direction route navigation
navigate gps
route itinerary path
waze > direction map
traffic congestion jam
street road
road highway
architecture > building
playground > park
landmark sightseeing
radius nearby
place location venue spot
location place address
near nearby local
map > location
rome madrid lisbon vienna prague athens amsterdam istanbul cairo moscow > city
mumbai delhi bangkok singapore seoul shanghai toronto melbourne > city
houston dallas denver atlanta austin orlando > city
france germany italy spain portugal greece egypt australia england > country
usa uk america britain russia korea argentina sweden norway switzerland > country
california texas florida > state
manhattan brooklyn hollywood > city
downtown suburb > area city
eiffel colosseum > landmark
atm pharmacy supermarket > nearby location
restaurants cafe bar > nearby place

# travel
tour excursion
travel vacation
vacation > holiday
travel tourism tourist
vacation getaway
honeymoon cruise > travel trip
itinerary > trip
roadtrip > travel
destination > city place
tripadvisor expedia kayak > travel hotel
attraction sightseeing
flight fly
plane > flight
airplane aeroplane plane aircraft
airline carrier
iata > airport airline
jfk lax heathrow > airport flight
layover > flight
ryanair lufthansa emirates > airline flight
departure depart
roundtrip > flight
fare > ticket
fare > price
passenger traveler
luggage baggage suitcase
luggage > flight
passport > travel
hotel accommodation lodging
hotel motel inn
homestay bnb > hotel
hostel airbnb resort > hotel accommodation
stay accommodation
stay > hotel
suite > room
camping campsite campground
hike trek trail
hike trail > outdoor
luxury boutique > hotel
travel trip journey tour
flight airline airport
flight hotel > travel
beach island mountain > travel destination
checkin > hotel flight
trip > travel itinerary
backpack hostel > travel
safari cruise > tour travel
stopover nonstop > flight
concierge > hotel
jetlag > timezone

# transport
truck lorry vehicle
suv sedan > vehicle
vin > vehicle
toyota honda bmw ford tesla audi mercedes > car vehicle
motorcycle motorbike
bike bicycle
bicycle cycling cyclist
rail railway > train
train > station
amtrak eurostar > train
subway metro
tram subway metro train ferry > transport transit
commute > traffic transit
station stop
timetable > departure schedule
uber lyft > taxi ride
carpool rideshare > ride
boat vessel
maritime > vessel ship
fuel gas petrol gasoline
diesel > fuel
ev > charging
tire tyre
mechanic garage > car repair
motor > engine
mileage odometer
toll > road
accident > traffic
car vehicle automobile auto
taxi cab ride
bus transit transport
bus > station schedule
bart mta tfl > train transit
scooter moped > bike
gridlock > traffic
tow > car
`
