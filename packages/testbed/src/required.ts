/**
 * What was found, or `undefined` where a test is then skipped.
 *
 * @throws RangeError when nothing was found and `TOOLSCOUT_REQUIRE`, a list such as `postgres,node24`, has the name: in CI
 * a skipped test would hide that something is missing.
 */
export function orSkip<T>(name: string, found: T | undefined): T | undefined {
  const { env } = process
  if (found === undefined && (env.TOOLSCOUT_REQUIRE ?? '').split(',').includes(name)) {
    throw new RangeError(`TOOLSCOUT_REQUIRE wants ${name}, and it is not installed.`)
  }
  return found
}
