/** Round numbers from 0 up to at least `most`, at most `count` steps apart: 1, 2 or 5 times a power of ten. */
export function niceTicks(most: number, count: number): readonly number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power
  const steps = Math.ceil(most / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}
