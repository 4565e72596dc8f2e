/** Learning, research, mathematics, units and the natural sciences. */
export const SCIENCE = `
# learning
course lecture
tutorial guide
teacher tutor
teacher instructor
coursera udemy edx khan > course
student pupil
school college university
college academic
classroom class
quiz > question
homework assignment
flashcard > quiz
flashcard anki > learn
curriculum syllabus
gpa > grade
diploma > degree
scholarship grant
practice exercise
teach > explain
beginner > tutorial
encyclopedia wikipedia
wikipedia > article
fact trivia
learn study education
course lesson tutorial class
learn > course tutorial
exam test quiz
student > school
student > education
toefl ielts sat gre > exam test
phd bachelor > degree university
harvard stanford oxford > university

# research
science > research
paper > publication
paper article
arxiv pubmed scopus semanticscholar > paper research
thesis dissertation
thesis > paper research
journal > publication
scholarly academic
scholar academic
doi > citation paper
researcher > author
researcher scientist
scientist > science
experiment trial
hypothesis theory
evidence proof
patent invention
patent trademark
research study publication
paper research study
journal thesis citation > paper academic

# mathematics
math arithmetic
arithmetic calculate
minus > calculate math
algebra calculus trigonometry geometry > math
equation formula
equation expression
equation > solve
wolfram > math
derivative differentiate
prime factorial fibonacci > number
factor divisor
fraction decimal
sine cosine tangent
triangle circle rectangle polygon > geometry
perimeter > geometry
multiplication multiply
division divide
average > mean
average avg
median > average
max maximum
min minimum
max highest
min lowest
biggest largest
biggest > maximum
longest > length
std deviation
variance deviation
probability chance odds
probability statistics
correlation > relationship
histogram > distribution
integer > number
number numeric
digit > number
roman > numeral
ratio proportion
dice > random
math mathematics calculation
solve equation > math
cosine sine tangent > trigonometry

# units
unit measurement
meter metre
kilometer kilometre km
inch feet foot yard centimeter cm > length
length distance
weight mass
kilogram kg
pound lb
kilogram ounce gram pound > weight
liter litre
gallon liter pint cup tablespoon teaspoon > volume
speed velocity
fast > speed
size dimension
width height
tall > height
heavy > weight
hectare acre > area
joule watt volt > energy
pressure psi
horsepower > power
teaspoon tablespoon > unit
acre hectare > unit

# natural sciences
gravity quantum > physics
force acceleration
energy electricity
electricity power
nuclear radiation
chemistry chemical
chemical compound
compound molecule
molecule molecular
smiles > molecule
acid > chemical
material metal
biology biological
gene genetic
gene genome
dna genome
dna rna > sequence
protein peptide
uniprot pdb > protein
blast > sequence alignment
species > animal
taxonomy species
ecology ecosystem
evolution > biology
dinosaur fossil
inventor invention
physics chemistry biology > science
gene dna protein > biology
einstein newton > physics
photosynthesis mitosis > biology
titration > chemistry
`
