import { expect, it } from 'vitest'
import { compileFilter } from './tool-filter.ts'

it.each([
  [{ tag: ['web'] }, '"tag" is no member of a filter; did you mean tags?'],
  [{ readonly: true }, '"readonly" is no member of a filter; did you mean readOnly?'],
  [{ tags: 'web' }, 'tags is "web"; a list of texts is needed.'],
  [{ servers: [1] }, 'servers is [1]; a list of texts is needed.'],
  [{ readOnly: 'yes' }, 'readOnly is "yes"; the type boolean is needed.'],
  [{ destructive: null }, 'destructive is null; the type boolean is needed.'],
  [{ backends: ['remote'] }, 'A filter has the kind of backend "remote"; there are local, provider, mcp.'],
  [{ kinds: ['promt'] }, 'A filter has the kind "promt"; there are tool, prompt, resource, skill.'],
  [null, 'An object is needed for a filter, not null.'],
  ['web', 'An object is needed for a filter, not "web".'],
])('%j is no filter', (filter, message) => {
  expect(() => compileFilter(filter as never)).toThrow(new TypeError(message))
})
