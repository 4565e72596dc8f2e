import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_MAX_PINS",
      "POISON_LEVELS",
      "createPins",
      "diffDefinitions",
      "digestDefinition",
      "isSavedPin",
      "isWaiting",
      "namesOfOthers",
      "readToolNames",
      "scanDefinition",
      "serverPartOf",
      "tellChanges",
    ]
  `)
})
