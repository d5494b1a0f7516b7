import type { Evolution } from '@fonema/contract'
import { fold } from '@fonema/contract/fold-text'
import { type Domain, domainOf as domainOfHeading } from '../session/domains.ts'

type Heading = Evolution['series'][number]['heading'] | 'index'

/** The AVQI of a session is about the voice, its vowel space about the articulation. */
export const domainOf = (heading: Heading, score: string): Domain =>
  heading === 'index' ? (score === 'avqi' ? 'voice' : 'articulation') : domainOfHeading(heading, score)

/**
 * Groups of diagnoses, found by words in any of the four languages, and the domains that change first in each. They
 * decide only about the order of measures: every measure can be chosen (docs/decisions/0294-evolution-opens-with-a-change.md).
 */
const groups: readonly { words: RegExp; domains: readonly Domain[] }[] = [
  { words: /afasi|aphasi/, domains: ['language', 'timing'] },
  { words: /cogniti|alzheimer|demenci|dementia|demence/, domains: ['language', 'timing'] },
  { words: /tartamud|disfemia|stutter|begaiement|gagueira|taquilal|clutter/, domains: ['timing', 'language'] },
  {
    words:
      /disfoni|dysphon|nodul|polip|polyp|laring|laryng|cordal|cuerda|vocal|\bvo(?:z|ice|ix)\b|presbifoni|presbyphon/,
    domains: ['voice', 'pitch'],
  },
  {
    words: /parkinson|huntington|ataxi|esclerosis|sclerosis|esclerose|sclerose|disartri|dysarthri|\b(?:ela|als|sla)\b/,
    domains: ['timing', 'articulation', 'pitch'],
  },
]

export const usualDomains: readonly Domain[] = ['voice', 'timing']

/** The domains that matter for a diagnosis: of every group that its text names, otherwise voice and timing. */
export function domainsFor(diagnosis: string | null): readonly Domain[] {
  const text = fold((diagnosis ?? '').normalize('NFC'))
  const found = groups.filter(({ words }) => words.test(text)).flatMap((group) => group.domains)
  return found.length === 0 ? usualDomains : [...new Set(found)]
}
