import { describe, expect, it } from 'vitest'
import { inheritedEnvironment } from './server-process.ts'

describe('inheritedEnvironment', () => {
  it('hands on what finds programs and nothing else', () => {
    const environment = {
      PATH: '/bin',
      HOME: '/home/user',
      GITHUB_TOKEN: 'x',
      NODE_OPTIONS: 'x',
      LD_PRELOAD: 'x',
    }
    expect(inheritedEnvironment(environment, 'linux')).toEqual({ PATH: '/bin', HOME: '/home/user' })
  })

  it('leaves out shell functions', () => {
    expect(inheritedEnvironment({ TERM: '() { :; }; echo' }, 'linux')).toEqual({})
  })

  it('knows what Windows programs need', () => {
    const environment = { SYSTEMROOT: 'C:\\Windows', HOME: 'x', SECRET: 'x' }
    expect(inheritedEnvironment(environment, 'win32')).toEqual({ SYSTEMROOT: 'C:\\Windows' })
  })
})
