/** What a clinician looks for: each heading of scores belongs to one domain. */
export const domains = ['voice', 'pitch', 'timing', 'articulation', 'language', 'recording'] as const
export type Domain = (typeof domains)[number]

const domainOfHeading: Readonly<Record<string, Domain>> = {
  held: 'voice',
  voice: 'voice',
  breaks: 'voice',
  timbre: 'voice',
  pitch: 'pitch',
  loudness: 'pitch',
  time: 'timing',
  syllables: 'articulation',
  words: 'language',
  reading: 'language',
  fluency: 'language',
  content_units: 'language',
  signal: 'recording',
}

/** Resonances are formed by tongue and lips; the rest of the timbre is the voice's. */
const formant = /^f[1-3]_/

/** A newer server may send a heading that this page does not know: its scores are articulation. */
export const domainOf = (heading: string, score: string): Domain =>
  formant.test(score) ? 'articulation' : (domainOfHeading[heading] ?? 'articulation')

export const knowsHeading = (heading: string): boolean => heading in domainOfHeading
