import { normalQuantile } from '../src/populations/density.ts'

/** The jitter of a vowel of the short session in `n` women of 65 years, which follows a normal distribution. */
export const jitterNorm = (n: number, mean: number, sd: number) => ({
  n,
  samples: [
    {
      language: 'es',
      category: 'sustained_vowel',
      item: 'short-session/sustained-a/1',
      entry: 'voice_quality',
      score: 'jitter_local_pct',
      vals: Array.from({ length: n }, (_, i) => mean + sd * normalQuantile((i + 0.5) / n)),
      sexes: Array<string>(n).fill('f'),
      ages: Array<number>(n).fill(65),
      educations: Array<number>(n).fill(12),
    },
  ],
})
