/** Files, folders and formats, documents, tables, slides and writing. */
export const DOCUMENTS = `
# files and folders
folder directory
subfolder subdirectory > folder directory
file document
filename > file name
path filepath
delete unlink rm
rm rmdir > delete remove
mkdir > create directory folder
ls dir > list directory
mv > move rename
cp > copy
grep > search text
chmod chown > permission
hierarchy > tree
symlink > link
disk drive
gb mb kb gigabyte megabyte terabyte > size storage
attachment file
snapshot > backup
archive zip compress
unzip decompress extract unpack
checksum hash
permission access
encoding charset
tmp > temporary
duplicate dedupe deduplicate
dropbox gdrive onedrive sharepoint > file storage
gdrive googledrive drive
folder file > path

# formats, by what they hold
txt > text file
md markdown
md > file document
doc docx odt rtf > word document
xls xlsx ods > spreadsheet
csv tsv > table spreadsheet data
ppt pptx keynote > presentation slide
pdf > document
epub mobi kindle > ebook book
png jpg jpeg gif bmp webp svg tiff heic > image picture
jpg jpeg
tif tiff
psd photoshop > image design
mp3 wav flac ogg aac m4a > audio sound
mp4 avi mov mkv webm > video
srt vtt > subtitle
tar gz rar 7z tarball > archive compress
json yaml yml toml xml ini > data config
yaml yml
xml xpath xslt
htm html
html css > web page
ics ical icalendar > calendar event
vcf vcard > contact
geojson kml gpx shapefile > map geographic
parquet avro arrow > data table
stl obj cad dwg > model 3d
ttf otf woff > font
exe msi dmg apk > install application
tex latex
latex > document math
bib bibtex > citation reference
ipynb jupyter > notebook
base64 > encode
pdf docx xlsx pptx csv > file
mp3 > audio music
json xml yaml csv > parse

# documents
manual handbook guide
readme > documentation
draft write compose
form > field fill
form questionnaire survey
signature sign
docusign esign > signature document
paragraph > text
heading header title
footnote citation reference
cite citation reference
bibliography reference citation
ocr > text recognition image
handwriting handwritten > ocr recognition
print printer
watermark stamp
annotate comment
highlight annotation
version revision
wiki confluence > page documentation
notion evernote onenote obsidian > note page
notebook note
note memo jotting
jot > note write
clipboard > copy
snippet excerpt fragment
text content
pdf ebook > read
essay report thesis > document
invoice receipt contract passport > document
brochure leaflet pamphlet flyer > document design
agenda > meeting
bold italic underline > format text

# tables and slides
spreadsheet sheet excel
spreadsheet workbook worksheet
worksheet sheet
vlookup pivot macro > spreadsheet excel
airtable smartsheet > table record
chart graph plot
histogram pie scatter > chart graph
diagram flowchart
mermaid uml plantuml > diagram
mindmap > diagram
infographic poster flyer > design image
report summary
presentation slide powerpoint deck slideshow
pitch > presentation
gsheet > spreadsheet sheet

# writing
write writer
essay letter poem story > write text
poem poetry verse
poem haiku limerick sonnet
story tale fiction
rhyme > poem word
rewrite rephrase paraphrase reword
proofread grammar spelling
grammar spelling correction
typo misspelling > spelling grammar
punctuation comma > grammar
plagiarism > originality
tone > style
localize localise > translate
multilingual bilingual > language translate
french spanish german italian portuguese japanese korean chinese mandarin arabic russian hindi > language
english latin dutch turkish polish swedish greek hebrew vietnamese thai > language
lang language
i18n internationalization internationalisation
i18n l10n > translation
pronounce pronunciation
dictionary thesaurus
word vocabulary
dictionary vocabulary definition
synonym antonym > word thesaurus
acronym abbreviation
slang idiom > definition meaning
etymology origin
slogan tagline motto
transcript transcribe
transcribe dictate
writer > author
quotation > quote
blog article essay > write content
headline title > write
screenplay script dialogue > write story
speech toast eulogy > write
blurb copy > write text
tamil telugu bengali urdu persian swahili ukrainian czech romanian hungarian > language
danish finnish norwegian indonesian malay filipino > language
`
