/** The optional sections of a report, in printed order. */
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
