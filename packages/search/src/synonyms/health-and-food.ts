/** Health, fitness, food and drink, animals. */
export const HEALTH_AND_FOOD = `
# health
health medical
health wellness
medicine medical
medicine drug
drug pharmaceutical
pharmacy drugstore
aspirin ibuprofen tylenol antibiotic insulin > drug medicine
prescription > medicine
dose dosage
fda > drug
adverse > side
dentist dental
specialist > doctor
hospital clinic
nurse > medical
ehr > patient
patient > medical
fhir icd > medical
surgery > medical
disease > condition
disorder > condition
sick ill
sick illness > health
headache fever cough pain nausea dizzy rash > symptom health
cancer diabetes asthma hypertension > disease health
tumor > cancer
covid coronavirus
covid flu > disease
pandemic epidemic outbreak
allergy allergic
injury wound
treatment therapy
treatment cure
anatomy body
heart cardiac
heartbeat pulse
blood > medical
neuroscience > brain
mental psychological
anxiety depression stress
anxiety depression stress > mental health
therapist counselor
therapist therapy > mental health
meditation mindfulness
relax calm > meditation
pregnancy pregnant
pregnant > pregnancy baby
fertility ovulation
menstrual > period
hydration > water
insomnia > sleep
disease illness symptom
doctor physician medical
hospital > medical
drug pill > medication
vomiting fatigue itching swelling > symptom
tooth teeth > dental dentist
skin acne eczema > dermatology
eye glasses > optometrist
heart > health
vaccine > health
cardiologist dermatologist pediatrician > doctor

# fitness
yoga pilates cardio marathon squat pushup > exercise workout
muscle strength
bodybuilding > workout muscle
strava fitbit garmin > fitness activity
jog > run
pedometer > step
bmi > weight
bmi > body
overweight obesity > weight
diet > weight
calorie kcal
burn > calorie
heartrate > heart rate
macros > nutrition
fitness exercise workout gym
deadlift > workout exercise
jogging cycling swimming > exercise activity

# food and drink

grocery > food
hungry starving > food restaurant
restaurant eatery
restaurant diner bistro
yelp opentable michelin > restaurant
recipe cook
recipe dish
bake > recipe
kitchen > cook
chef > cook recipe
ingredient recipe
fridge pantry > ingredient recipe
breakfast lunch dinner brunch supper > meal
dinner lunch > restaurant
dessert cake pie > recipe
chicken pasta soup salad bread rice beef fish egg > recipe food
pizza burger sushi taco sandwich noodle > food restaurant
italian chinese mexican thai indian > cuisine
cuisine > food
snack > food
menu > dish restaurant
nutrition diet
diet dietary
nutrition nutrient
vitamin supplement
protein carb fat > nutrition
healthy > health
vegan vegetarian
vegan vegetarian keto gluten paleo > diet recipe
allergen > ingredient food
grocery supermarket
grocery milk eggs > shopping
drink beverage
margarita martini mojito > drink
bar pub
wine winery
wine beer whiskey vodka > drink alcohol
beer brewery
coffee cafe
espresso > coffee
tea > drink
thirsty > drink
fruit vegetable
cheese > food
spicy > flavor
flavor flavour taste
food meal recipe
food restaurant
restaurant dining eat
eat food meal
diet > nutrition food
calorie > nutrition food
vegan keto vegetarian > food
cocktail coffee > drink
sushi ramen curry tacos > food recipe
tofu quinoa avocado > ingredient food
onion garlic tomato potato carrot > ingredient recipe
banana > fruit
barista latte > coffee
bbq grill > cook
leftovers > recipe ingredient

# animals
animal pet
animal wildlife
dog puppy
dog canine
cat kitten
cat feline
dog breed
dog cat hamster rabbit > pet animal
bird lion tiger elephant bear horse shark > animal
insect bug
vet veterinary veterinarian
zoo > animal
poodle labrador beagle > dog breed
penguin dolphin whale wolf fox monkey > animal
`
