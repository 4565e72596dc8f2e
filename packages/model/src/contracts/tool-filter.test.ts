import { expect, it } from 'vitest'
import { compileFilter } from './tool-filter.ts'

it.each([
  [{ tag: ['web'] }, '"tag" is no member of a filter; did you mean tags?'],
  [{ readonly: true }, '"readonly" is no member of a filter; did you mean readOnly?'],
  [{ tags: 'web' }, 'The tags of a filter must be a list of texts, not "web".'],
  [{ servers: [1] }, 'The servers of a filter must be a list of texts, not [1].'],
  [{ readOnly: 'yes' }, 'The readOnly of a filter must be true or false, not "yes".'],
  [{ destructive: null }, 'The destructive of a filter must be true or false, not null.'],
  [{ backends: ['remote'] }, 'A filter has the kind of backend "remote"; there are local, provider, mcp.'],
  [{ kinds: ['promt'] }, 'A filter has the kind "promt"; there are tool, prompt, resource, skill.'],
  [null, 'An object is needed for a filter, not null.'],
  ['web', 'An object is needed for a filter, not "web".'],
])('%j is no filter', (filter, message) => {
  expect(() => compileFilter(filter as never)).toThrow(new TypeError(message))
})
