import type { SampleView, SeriesView } from '../../api/views.ts'
import { svg } from '../dom.ts'
import { formatMany, formatMs } from '../format.ts'

/** Size of the drawing in its own units; it is as wide as there is room. */
const SIZE = { width: 320, height: 120, left: 54, right: 10, top: 8, bottom: 10 } as const
const TICKS = 3
let plots = 0

/** Every time as a dot, the oldest on the left, with a line at the median and one at the 95th percentile. */
export function latencyPlot({ samples, medianMs, p95Ms, errors }: SeriesView, title: string): SVGElement {
  const { width, height, left, right, top, bottom } = SIZE
  const ticks = niceTicks(Math.max(...samples.map(({ ms }) => ms), 0.1), TICKS)
  const most = ticks.at(-1) ?? 1
  const x = (index: number): number =>
    left + ((index + 0.5) / Math.max(samples.length, 1)) * (width - left - right)
  const y = (ms: number): number => height - bottom - (ms / most) * (height - top - bottom)
  const line = (ms: number, kind: string): SVGElement =>
    svg('line', { class: kind, x1: left, x2: width - right, y1: y(ms), y2: y(ms) })
  plots += 1
  const [titleId, aboutId] = [`plot-${plots}-title`, `plot-${plots}-about`]
  const failed = errors === 0 ? '' : ` ${formatMany(errors, 'error')}.`
  const about = `${formatMany(samples.length, 'time')}. Half within ${formatMs(medianMs)}, 95 of 100 within ${formatMs(p95Ms)}.${failed}`
  const tick = (ms: number): SVGElement => {
    const place = { class: 'plot-tick', x: left - 8, y: y(ms) + 4, 'text-anchor': 'end' }
    return svg('text', place, formatMs(ms).replace('0.00 ms', '0'))
  }
  const dot = ({ ms, isError }: SampleView, index: number): SVGElement =>
    svg('circle', { class: isError ? 'plot-error' : 'plot-dot', cx: x(index), cy: y(ms), r: 2.4 })
  const ids = `${titleId} ${aboutId}`
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img', 'aria-labelledby': ids },
    svg('title', { id: titleId }, title),
    svg('desc', { id: aboutId }, about),
    ...ticks.flatMap((ms) => [line(ms, 'plot-grid'), tick(ms)]),
    line(p95Ms, 'plot-p95'),
    line(medianMs, 'plot-median'),
    ...samples.map(dot),
  )
}

/** Round numbers from 0 up to at least `most`, at most `count` steps apart: 1, 2 or 5 times a power of ten. */
export function niceTicks(most: number, count: number): readonly number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power
  const steps = Math.ceil(most / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}
