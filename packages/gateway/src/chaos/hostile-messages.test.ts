import { it } from 'vitest'
import { surviveMessages } from '../fixtures/hostile.ts'

it(
  '100 broken messages of servers over stdio and HTTP harm no other server',
  () => surviveMessages(100),
  180_000,
)
