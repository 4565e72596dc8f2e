import { svg } from './latency-plot.ts'

/** Many tools, of which one is found. */
export function logo(): SVGElement {
  const dot = (x: number, y: number): SVGElement => svg('circle', { cx: x, cy: y, r: 1.6, class: 'logo-dot' })
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'logo', 'aria-hidden': 'true', focusable: 'false' },
    ...[4, 10, 16].flatMap((x) => [4, 10, 16].map((y) => dot(x, y))),
    svg('circle', { cx: 13, cy: 13, r: 6.2, class: 'logo-lens' }),
    svg('circle', { cx: 13, cy: 13, r: 2.4, class: 'logo-found' }),
    svg('path', { d: 'M17.6 17.6 22 22', class: 'logo-lens' }),
  )
}
