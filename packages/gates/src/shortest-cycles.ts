/** A directed graph: each node with the nodes its arrows lead to. */
export type Graph = ReadonlyMap<string, readonly string[]>

/**
 * One shortest cycle for each knot of a graph: each set of nodes that can all reach one another. The cycle starts
 * at the least node by code unit and does not repeat it at the end; a node that points at itself is a cycle of one.
 * Arrows to nodes the graph does not have are ignored. Empty when there is no cycle.
 */
export function findShortestCycles(graph: Graph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = []
  const settled = new Set<string>()
  for (const node of [...graph.keys()].sort()) {
    if (settled.has(node)) continue
    const cycle = shortestCycleThrough(graph, node)
    if (cycle === undefined) continue
    cycles.push(cycle)
    const behind = reachable(reversed(graph), node)
    for (const found of reachable(graph, node)) if (behind.has(found)) settled.add(found)
  }
  return cycles
}

/** Breadth first from a node back to itself. */
function shortestCycleThrough(graph: Graph, start: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(node, start, cameFrom)
      if (cameFrom.has(next) || !graph.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [end]
  for (let node = end; node !== start; ) {
    node = cameFrom.get(node) ?? start
    path.push(node)
  }
  return path.reverse()
}

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set([start])
  for (const node of seen) for (const next of graph.get(node) ?? []) seen.add(next)
  return seen
}

function reversed(graph: Graph): Graph {
  const result = new Map<string, string[]>([...graph.keys()].map((node) => [node, []]))
  for (const [node, targets] of graph) for (const target of targets) result.get(target)?.push(node)
  return result
}
