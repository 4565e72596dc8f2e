import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createNews } from './news.ts'

it('tells whoever did not read for a while what he missed, once, when he reads again', () => {
  const due: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    after: (ms, callback) => {
      if (ms < 1_000) due.push(callback)
      return () => {}
    },
  }
  const written: string[] = []
  const stream = Object.assign(new EventEmitter(), {
    writableNeedDrain: false,
    writeHead: () => {},
    write: (text: string) => written.push(text),
    end: () => {},
  })
  const news = createNews(clock)
  news.listen(stream as unknown as ServerResponse)
  stream.writableNeedDrain = true
  for (let i = 0; i < 1_000; i += 1) {
    news.notify('catalog')
    news.notify('activity')
    for (const flush of due.splice(0)) flush()
  }
  expect(written).toEqual([':\n\n'])

  stream.writableNeedDrain = false
  stream.emit('drain')
  expect(written).toEqual([':\n\n', 'data: ["catalog","activity"]\n\n'])
})
