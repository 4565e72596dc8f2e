/**
 * Reads the value of an option, `name` being the option as it is written.
 *
 * @throws RangeError with one line for the user.
 */
export function readInteger(name: string, value: string, low: number, high: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (number >= low && number <= high) return number
  throw new RangeError(`${name} is ${JSON.stringify(value)}; it takes whole numbers from ${low} to ${high}.`)
}
