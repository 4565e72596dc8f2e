import { groupBy } from './linted-tool.ts'

/** Jaccard 1912: |A ∩ B| / |A ∪ B|; 0 for two empty sets, of which nothing can be said. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  let shared = 0
  for (const member of small) if (large.has(member)) shared += 1
  const union = one.size + other.size - shared
  return union === 0 ? 0 : shared / union
}

/** `0.9 * 10` may come out above 9; a pair too many is compared and dropped, a pair too few would be lost. */
const ROUNDING = 1e-9

/**
 * Groups of sets, by their places in the list, in which each is alike to another: the connected components of the
 * graph whose edges are the pairs with a Jaccard similarity of at least `bound`. Sets alike to none are in no group,
 * nor are empty ones. `bound` is above 0 and at most 1.
 *
 * Gives what a comparison of each with each would, by prefix filtering (Chaudhuri, Ganti and Kaushik, "A primitive
 * operator for similarity joins in data cleaning", ICDE 2006; Bayardo, Ma and Srikant, "Scaling up all pairs similarity
 * search", WWW 2007): with members in one order, the rarest first, two sets of a similarity of t or more share one of
 * the first |x| − ⌈t·|x|⌉ + 1 members of each, so that only sets that meet in the list of a rare member are compared,
 * and of those only the ones with |y| >= t·|x|, since J(x, y) <= |y| / |x| for the smaller y. Texts of people have rare
 * words, and few sets meet; sets of the same few members are compared each with each.
 */
export function groupSimilarSets(
  sets: readonly ReadonlySet<string>[],
  bound: number,
): readonly (readonly number[])[] {
  const components = createComponents(sets.length)
  const kinds = joinEqual(rankMembers(sets), components)
  const inverted = new Map<number, number[]>()
  for (const { place, members } of kinds) {
    const least = bound * members.length - ROUNDING
    const prefix = members.slice(0, members.length - Math.ceil(least) + 1)
    for (const other of new Set(prefix.flatMap((member) => inverted.get(member) ?? []))) {
      const [one, two] = [sets[place], sets[other]] as [ReadonlySet<string>, ReadonlySet<string>]
      if (two.size < least || components.find(place) === components.find(other)) continue
      if (jaccard(one, two) >= bound) components.join(place, other)
    }
    for (const member of prefix) {
      const list = inverted.get(member)
      if (list === undefined) inverted.set(member, [place])
      else list.push(place)
    }
  }
  return components.groups()
}

/** Each member as its place in the order of ascending frequency, ties by code unit. */
function rankMembers(sets: readonly ReadonlySet<string>[]): readonly (readonly number[])[] {
  const frequencies = new Map<string, number>()
  for (const set of sets) {
    for (const member of set) frequencies.set(member, (frequencies.get(member) ?? 0) + 1)
  }
  const order = [...frequencies].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1))
  const ranks = new Map(order.map(([member], rank) => [member, rank]))
  return sets.map((set) => [...set].map((member) => ranks.get(member) as number).sort((a, b) => a - b))
}

interface RankedSet {
  /** The first place it stands at. */
  readonly place: number
  /** Ranks of its members, the rarest first. */
  readonly members: readonly number[]
}

/** Joins equal sets, and gives one of each kind, in the order of their sizes. */
function joinEqual(
  ranked: readonly (readonly number[])[],
  components: Pick<Components, 'join'>,
): readonly RankedSet[] {
  const kinds = new Map<string, RankedSet>()
  ranked.forEach((members, place) => {
    const known = kinds.get(members.join())
    if (known !== undefined) components.join(known.place, place)
    else if (members.length > 0) kinds.set(members.join(), { place, members })
  })
  return [...kinds.values()].sort((a, b) => a.members.length - b.members.length)
}

interface Components {
  readonly find: (place: number) => number
  readonly join: (one: number, other: number) => void
  /** Those of two places or more, ascending. */
  readonly groups: () => readonly (readonly number[])[]
}

/** Disjoint sets with path halving (Tarjan and van Leeuwen, JACM 31(2), 1984); the smallest place is the root. */
function createComponents(size: number): Components {
  const parents = Array.from({ length: size }, (_, place) => place)
  const find = (place: number): number => {
    let at = place
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] as number] as number
      at = parents[at] as number
    }
    return at
  }
  return {
    find,
    join: (one, other) => {
      const [low, high] = [find(one), find(other)].sort((a, b) => a - b) as [number, number]
      parents[high] = low
    },
    groups: () =>
      [...groupBy(parents.keys(), (place) => `${find(place)}`).values()].filter((group) => group.length > 1),
  }
}
