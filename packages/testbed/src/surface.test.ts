import { expect, it } from 'vitest'
import * as eras from './eras.ts'
import * as farm from './farm.ts'
import * as surface from './index.ts'
import * as postgres from './postgres.ts'
import * as servers from './servers.ts'
import * as tasks from './tasks.ts'

it('exports what it means to', () => {
  expect([surface, eras, farm, postgres, servers, tasks].map((entry) => Object.keys(entry).sort())).toEqual([
    ['findNewerNode'],
    ['serveEra'],
    [
      'attack',
      'createLedger',
      'failCalls',
      'flapCalls',
      'hostileStdioServer',
      'isRunning',
      'startHostileHttpServer',
      'startHostileServers',
      'startHttpBackend',
      'stdioBackend',
    ],
    ['findPostgres', 'startPostgres'],
    ['realServer'],
    ['startTaskServer'],
  ])
})
