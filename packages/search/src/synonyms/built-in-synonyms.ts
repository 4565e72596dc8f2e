import { ACTIONS } from './actions.ts'
import { CODE } from './code.ts'
import { DOCUMENTS } from './documents.ts'
import { HEALTH_AND_FOOD } from './health-and-food.ts'
import { INFRASTRUCTURE } from './infrastructure.ts'
import { MEDIA } from './media.ts'
import { MONEY } from './money.ts'
import { PEOPLE_AND_MESSAGES } from './people-and-messages.ts'
import { PLACES_AND_TRAVEL } from './places-and-travel.ts'
import { SCIENCE } from './science.ts'
import { SHOPS_AND_HOMES } from './shops-and-homes.ts'
import { SOCIETY } from './society.ts'
import { TIME_AND_SKY } from './time-and-sky.ts'
import { WORK } from './work.ts'

/** The built-in synonyms, in the form that `readLexicon` reads. */
export const BUILT_IN_SYNONYMS: readonly string[] = Object.freeze([
  ACTIONS,
  CODE,
  DOCUMENTS,
  HEALTH_AND_FOOD,
  INFRASTRUCTURE,
  MEDIA,
  MONEY,
  PEOPLE_AND_MESSAGES,
  PLACES_AND_TRAVEL,
  SCIENCE,
  SHOPS_AND_HOMES,
  SOCIETY,
  TIME_AND_SKY,
  WORK,
])
