import { it } from 'vitest'
import { surviveMessages } from '../fixtures/hostile.ts'

it(
  '500 broken messages of servers over stdio and HTTP harm no other server',
  () => surviveMessages(500),
  180_000,
)
