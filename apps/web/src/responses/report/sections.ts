/** What a report can say beside whose it is; the order is that of the paper. */
export const sections = [
  'person',
  'comment',
  'quality',
  'measures',
  'charts',
  'transcript',
  'probabilities',
  'evolution',
] as const
export type Section = (typeof sections)[number]
export type Chosen = ReadonlySet<Section>
