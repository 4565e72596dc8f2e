/** Places, maps, travel and transport. */
export const PLACES_AND_TRAVEL = `
# places and maps
place location
place venue
location address
coordinates latitude longitude
lat latitude
lng lon longitude
gps coordinates
gps > location
geocode > address coordinates
geolocation location
map geography
atlas globe > map
region area
area zone
area territory
country nation
country capital
capital city
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
paris london tokyo berlin rome barcelona dubai bali sydney beijing > city travel
york francisco chicago boston seattle miami vegas > city
france germany italy spain japan china india brazil canada mexico > country
landmark monument
landmark attraction
near nearby
nearby closest nearest
nearby around close
distance far
distance mileage
distance miles kilometers
distance proximity
direction route navigation
navigate gps
route itinerary path
waze > direction map
traffic congestion jam
street road
road highway
building architecture
playground > park
landmark sightseeing
radius nearby

# travel
travel trip journey
trip tour
tour excursion
travel vacation
vacation > holiday
travel tourism tourist
vacation getaway
honeymoon cruise > travel trip
itinerary trip
backpacking roadtrip > travel
destination city
destination place
tripadvisor expedia booking kayak > travel hotel
attraction sightseeing
flight fly
flight airline
flight plane
airplane aeroplane plane aircraft
airline carrier
airport iata
fly > flight
jfk lax heathrow > airport flight
layover > flight
ryanair lufthansa emirates > airline flight
departure depart
roundtrip > flight
fare ticket
ticket fare > price
passenger traveler
luggage baggage suitcase
luggage > flight
pack > travel
visa passport > travel
passport > document
hotel accommodation lodging
hotel motel inn
hostel airbnb bnb homestay resort
hostel airbnb resort > hotel accommodation
stay accommodation
stay > hotel
room suite
checkin checkout > hotel
camping campsite campground
hike trek trail
hike trail > outdoor
beach island > travel
luxury boutique > hotel

# transport
car vehicle
car automobile auto
truck lorry vehicle
car truck suv sedan > vehicle
vin > vehicle
toyota honda bmw ford tesla audi mercedes > car vehicle
drive > car
motorcycle motorbike
bike bicycle
bicycle cycling cyclist
train rail railway
train station
amtrak eurostar > train
subway metro
bus tram subway metro train ferry > transport transit
transit transport
commute > traffic transit
station stop
departure timetable
taxi cab
uber lyft > taxi ride
taxi ride
carpool rideshare ride
boat vessel
maritime > vessel ship
fuel gas petrol gasoline
gas > fuel
diesel > fuel
ev > charging
tire tyre
mechanic garage > car repair
engine motor
mileage odometer
toll > road
accident crash > traffic
`
