import { MAX_FILES, type Way } from './trace-ways.ts'

/** The page that has the map. */
export const MAP_PAGE = 'docs/architecture.md'

/** The page with the fenced list of each way replaced, between `<!-- way: search -->` and `<!-- /way -->`. */
export function writeMap(page: string, ways: readonly Way[]): string {
  return ways.reduce((text, way) => {
    const [begin, end] = findSection(text, way)
    return `${text.slice(0, begin)}\n\n\`\`\`text\n${formatWay(way)}\n\`\`\`\n\n${text.slice(end)}`
  }, page)
}

function findSection(page: string, { name }: Way): readonly [number, number] {
  const marker = `<!-- way: ${name} -->`
  const begin = page.indexOf(marker)
  const end = page.indexOf('<!-- /way -->', begin)
  if (begin === -1 || end === -1) throw new RangeError(`${MAP_PAGE} needs ${marker} and <!-- /way -->.`)
  return [begin + marker.length, end]
}

/** A way as a list: its sums, then the files of each folder. */
export function formatWay({ name, files }: Way): string {
  const folders = groupByFolder(files)
  const packages = new Set(files.map((path) => path.split('/')[1])).size
  return [
    `${name}: ${files.length} files, ${packages} packages (at most ${MAX_FILES[name]} files)`,
    ...[...folders].map(([folder, names]) => `${folder.padEnd(28)} ${names.join(' ')}`),
  ].join('\n')
}

/** The names of files without their ending, by folder such as `search/ranking`. */
function groupByFolder(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  for (const path of files) {
    const parts = path.replace(/\.ts$/, '').split('/')
    const folder = [parts[1], ...parts.slice(3, -1)].join('/')
    folders.set(folder, [...(folders.get(folder) ?? []), parts.at(-1) ?? ''])
  }
  return folders
}
