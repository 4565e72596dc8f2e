import { describe, expect, it } from 'vitest'
import { expandTemplate, templateVariables } from './uri-template.ts'

// Values and examples of RFC 6570, section 3.2, as far as they are texts and lists.
const VALUES = {
  count: ['one', 'two', 'three'],
  half: '50%',
  var: 'value',
  hello: 'Hello World!',
  empty: '',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  list: ['red', 'green', 'blue'],
}

describe('a template', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['X{#var}', 'X#value'],
    ['X{.var}', 'X.value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,undef}', '?x=1024'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{list}', 'red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
  ])('%s expands to %s', (template, uri) => {
    expect(expandTemplate(template, VALUES)).toBe(uri)
  })

  it('has variables, of which those of a query may be left out', () => {
    expect(templateVariables('x://{a}/{+b,c:3}{/d*}{?e,a}')).toEqual([
      { name: 'a', isOptional: false },
      { name: 'b', isOptional: false },
      { name: 'c', isOptional: false },
      { name: 'd', isOptional: false },
      { name: 'e', isOptional: true },
    ])
    expect(templateVariables('x://{}{a b}{%%')).toEqual([])
  })
})
