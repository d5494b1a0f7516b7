import { meanOf, type Placing } from './reference-space.ts'
import type { Stretch } from './stretches.ts'
import { voiceDimensions } from './voice-frames.ts'

/** The references count as one short stretch. With the weight of all their vectors, nothing would be near to them. */
const referenceWeight = 30
/**
 * A first guess from below: stretches whose means are near to each other are one voice.
 *
 * @returns the voice of each vector; 0 is that of the references
 * @see Ward 1963, "Hierarchical grouping to optimize an objective function", JASA 58, 236–244
 */
export function clusterStretches(
  stretches: readonly Stretch[],
  vectors: Float64Array,
  placeOf: Placing,
  people: number,
): Uint8Array {
  const clusters: Cluster[] = [
    { mean: new Float64Array(voiceDimensions), weight: referenceWeight, members: [], isKnown: true },
    ...stretches.map((stretch) => {
      const mean = placeOf(meanOf(vectors, stretch))
      return { mean, weight: stretch.to - stretch.from, members: [stretch], isKnown: false }
    }),
  ]
  const voices = new Uint8Array(vectors.length / voiceDimensions)
  let next = 1
  for (const { members, isKnown } of joinNearest(clusters, people)) {
    const voice = isKnown ? 0 : next++
    for (const { from, to } of members) voices.fill(voice, from, to)
  }
  return voices
}

type Cluster = {
  readonly mean: Float64Array
  readonly weight: number
  readonly members: readonly Stretch[]
  readonly isKnown: boolean
}
/** A cluster with the one that joins it at the least cost. */
type Placed = Cluster & { nearest: Placed | null; cost: number }

/** Joins the two clusters whose union adds least variance, until so many are left. */
function joinNearest(given: readonly Cluster[], left: number): Cluster[] {
  const clusters = new Set<Placed>()
  const add = (cluster: Cluster) => {
    const placed: Placed = { ...cluster, nearest: null, cost: Infinity }
    for (const other of clusters) {
      const cost = costOf(placed, other)
      if (cost < placed.cost) Object.assign(placed, { nearest: other, cost })
      if (cost < other.cost) Object.assign(other, { nearest: placed, cost })
    }
    clusters.add(placed)
  }
  given.forEach(add)
  while (clusters.size > left) {
    let first: Placed | undefined
    for (const cluster of clusters) if (first === undefined || cluster.cost < first.cost) first = cluster
    const second = first?.nearest
    if (first === undefined || second == null) break
    clusters.delete(first)
    clusters.delete(second)
    for (const cluster of clusters)
      if (cluster.nearest === first || cluster.nearest === second) findNearest(cluster, clusters)
    const weight = first.weight + second.weight
    add({
      mean: first.mean.map((value, i) => (first.weight * value + second.weight * second.mean[i]!) / weight),
      weight,
      members: [...first.members, ...second.members],
      isKnown: first.isKnown || second.isKnown,
    })
  }
  return [...clusters]
}

function findNearest(cluster: Placed, clusters: ReadonlySet<Placed>) {
  Object.assign(cluster, { nearest: null, cost: Infinity })
  for (const other of clusters) {
    const cost = other === cluster ? Infinity : costOf(cluster, other)
    if (cost < cluster.cost) Object.assign(cluster, { nearest: other, cost })
  }
}

/** The variance that a union adds. */
function costOf(a: Cluster, b: Cluster): number {
  let square = 0
  for (let i = 0; i < voiceDimensions; i++) square += (a.mean[i]! - b.mean[i]!) ** 2
  return (square * a.weight * b.weight) / (a.weight + b.weight)
}
