/** Shops, delivery, property, the home and its devices. */
export const SHOPS_AND_HOMES = `
# shops
store retailer
shopify woocommerce magento > store product order
amazon ebay walmart etsy aliexpress bestbuy > product shopping
ecommerce shop
product item
goods > product
merchandise > product
sku upc > product
catalog catalogue
inventory > stock
restock > stock inventory
cart basket
wishlist > list
checkout > cart
order shipment
buyer > customer
shopper > customer
seller vendor
seller merchant
vendor supplier
bargain deal
discount coupon
deal discount offer
promo voucher coupon
promotion discount
blackfriday > deal
brand manufacturer
birthday christmas wedding anniversary > gift
refund > return
warranty guarantee
loyalty reward
reward points
auction bid
secondhand refurbished
wholesale bulk
laptop smartphone headphone tv camera tablet iphone > product
shoe jacket dress sofa furniture sneaker jeans > product
fashion > style
wear outfit
shirt dress shoe jacket pants > clothing
jewelry jewellery
makeup cosmetic beauty
beauty skincare
haircut salon barber
perfume fragrance
buy shop store
cheap > discount deal
clothes outfit apparel attire fashion
gift > product recommend
order > product
ikea nike adidas > product shopping
bouquet chocolates > gift
handbag > product
mattress desk chair lamp > furniture product

# delivery
delivery shipping
shipping shipment
delivery courier
package parcel
package > delivery
ups fedex dhl usps > shipping tracking package
postage > shipping
mail postal
freight cargo
logistics shipping
warehouse > inventory
doordash ubereats grubhub deliveroo > food delivery
takeout takeaway
takeaway takeout > food order
parcel package > tracking

# property
realestate property
apartment flat
apartment condo
apartment condo villa > property
zillow redfin > property house
landlord tenant > rental
rent > property
tenant renter
realtor > property
bathroom > property
mover moving
neighborhood > area
renovation remodel
furniture decor
interior decor
house home property
apartment house > rental
mortgage > property
sqft bedroom > house property

# home and devices
smarthome homeautomation > device
device gadget
device appliance
sensor > device
iot > device
alexa siri cortana homeassistant > assistant
light lamp
bulb > light
dark dim > light
dim > brightness
brighten brightness
dark > brightness
socket plug outlet
plug > switch
thermostat > temperature
thermostat > heating
heating heater
ac aircon conditioner
fan ventilation
roomba > vacuum
vacuum hoover
vacuum > cleaning
dust dirty > clean
washing laundry
dishwasher fridge > appliance
unlock > lock
door gate
blind curtain > window
blind curtain shade
doorbell > camera
surveillance > camera
motion movement
alarm siren
smoke > alarm
bedroom kitchen livingroom bathroom > room
garage > door
speaker > sound
phone smartphone
iphone android > smartphone phone
headphone earphone
screen > display
bluetooth > device
usb > device
drone uav
plumber electrician handyman > repair
house household
plant flower
lawn garden
plant botanical
couch sofa > furniture
oven stove microwave > kitchen appliance
sprinkler > garden
warmer cooler > thermostat
`
