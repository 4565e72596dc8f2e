import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as internal from './internal.ts'

it('exports what an application needs, and shares the rest with our packages', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "createPins",
      "diffDefinitions",
      "digestDefinition",
      "readToolNames",
      "scanDefinition",
    ]
  `)
  expect(Object.keys(internal).sort()).toMatchInlineSnapshot(`
    [
      "CHANGE_GRADES",
      "TwinFinder",
      "addImitation",
      "foldName",
      "idOfListed",
      "isImitation",
      "isSavedPin",
      "isWaiting",
      "namesOfOthers",
      "sayFinding",
      "serverPartOf",
      "summarizeTwins",
      "wordsOfCode",
      "wordsOfGrade",
    ]
  `)
})
