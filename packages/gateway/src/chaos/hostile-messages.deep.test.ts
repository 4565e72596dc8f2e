import { it } from 'vitest'
import { surviveMessages } from '../fixtures/hostile.ts'

it(
  '10,000 broken messages of servers over stdio and HTTP harm no other server',
  () => surviveMessages(10_000),
  2_400_000,
)
