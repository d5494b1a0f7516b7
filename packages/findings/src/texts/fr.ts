import { plural, type Texts } from './texts.ts'

const of = plural('fr')
const measures = (count: number) => `${count} ${of(count, 'mesure', 'mesures')}`
const about = (expected: number, noun: 'f' | 'm') => {
  const one = noun === 'f' ? 'une' : 'un'
  if (expected < 1) return `${one} ou ${noun === 'f' ? 'aucune' : 'aucun'}`
  if (expected < 1.5) return `environ ${one}`
  return expected < 2 ? `${one} ou deux` : `environ ${Math.round(expected)}`
}

// French sets a no-break space before a colon and a semicolon.
export const fr: Texts = {
  than: {
    most: (phrase) => `${phrase} que chez la plupart`,
    on: (phrase, date) => `${phrase} que le ${date}`,
  },
  perhaps: (phrase) => `Peut-être ${phrase}`,
  invented: 'données de démonstration inventées',
  percentile: (percentile, low, high) => `percentile ${percentile} (entre ${low} et ${high})`,
  changed: (value, before, error) =>
    `${value} (avant\u00a0: ${before}). Le changement dépasse l’erreur de mesure (±${error})`,
  changedAtLeast: (value, before, error) =>
    `${value} (avant\u00a0: ${before}). Le changement dépasse l’erreur au sein d’une séance (±${error})\u00a0; entre séances, elle est plus grande`,
  index: {
    name: (name) => `Qualité de la voix, ${name}`,
    above: (value, cutOff) => `${value}, au-dessus de la valeur seuil de ${cutOff}`,
    below: (value, cutOff) => `${value}, égal ou inférieur à la valeur seuil de ${cutOff}`,
    no_cut_off: (value, language) => `${value}, sans valeur seuil validée pour la langue (${language})`,
    byClinic: 'saisie par la clinique',
  },
  also: (items) => `aussi dans ${items}`,
  related: (names) => `de même que ${names}`,
  norm: (name, version) => `${name}, version ${version}`,
  unjudged: {
    poor_quality: () => 'l’enregistrement est mauvais',
    not_measured: () => 'la mesure a échoué',
    pending: () => 'la mesure est en cours',
    skipped: () => 'l’item a été omis',
    unanswered: () => 'l’item n’a pas été enregistré',
    interrupted: () => 'l’enregistrement a été interrompu',
    other_device: (count) => `Le changement de ${measures(count)}\u00a0: enregistrement avec un autre microphone`,
    other_engine: (count) => `Le changement de ${measures(count)}\u00a0: mesure par une autre version`,
    other_range: (count) => `Le changement de ${measures(count)}\u00a0: hauteur recherchée dans une autre plage`,
    unknown_error: (count) => `Le changement de ${measures(count)}\u00a0: l’erreur de mesure n’est pas encore connue`,
    no_place: () => 'la norme n’a pas de valeurs pour cet item',
    few_words: (count) => `moins de 50 mots (${measures(count)})`,
  },
  doubtful: (some, reasons) => `${some} de fiabilité douteuse (${reasons})`.trimStart(),
  measures,
  because: (reasons) => ` (${reasons})`,
  quality: {
    clipped: 'son saturé',
    too_quiet: 'niveau très bas',
    noisy: 'bruit de fond',
    no_speech: 'aucune parole',
    cut_start: 'début coupé',
    cut_end: 'fin coupée',
    gap: 'parties perdues',
    low_sample_rate: 'fréquence d’échantillonnage basse',
    longer_than_allowed: 'plus long que permis',
    processed_by_browser: 'son traité par le navigateur',
    no_steady_voice: 'pas de voix tenue',
    offset: 'signal décalé par rapport à zéro',
    other_voice: 'une autre voix',
  },
  vowelSpace: 'Espace vocalique',
  indexReasons: {
    not_recorded: 'l’enregistrement de la parole ou de la voyelle manque',
    poor_quality: 'l’un des enregistrements est mauvais',
    rates_differ: 'les deux enregistrements ont des fréquences d’échantillonnage différentes',
    low_rate: 'la fréquence d’échantillonnage est trop basse',
    vowel_too_short: 'la voyelle dure moins de 3 s',
    too_little_voice: 'il y a trop peu de voix dans la parole',
    other_syllables: 'la parole n’a pas les syllabes que l’item demande',
    others_speak: 'quelqu’un d’autre parle aussi dans l’enregistrement de la parole',
    needs_calibrated_microphone: 'il faut un microphone étalonné',
    vowel_missing: 'il manque l’enregistrement d’une des voyelles',
    too_little_vowel: 'une des voyelles est tenue moins de 1 s',
    pitch_too_high: 'la hauteur dépasse 250 Hz, ce qui masque les formants les plus bas',
    formants_not_found: 'les formants d’une des voyelles n’ont pas été trouvés',
    formants_unsteady: 'les formants d’une des voyelles varient trop',
    formants_disagree: 'les formants d’une des voyelles sont incertains',
    vowels_not_distinct: 'les voyelles ne se distinguent pas comme /a/, /i/ et /u/',
  },
  chance: (count, expected) =>
    `Sur ${measures(count)} ${of(count, 'comparée', 'comparées')}, ${about(expected, 'f')} ${expected < 1.5 ? 'est' : 'sont'} en dehors par hasard.`,
  chanceOfChanges: (count, expected) =>
    `Sur ${count} ${of(count, 'changement', 'changements')}, ${about(expected, 'm')} ${expected < 1.5 ? 'dépasse' : 'dépassent'} l’erreur par hasard.`,
  noDiagnosis: 'Ce n’est pas un diagnostic.',
  units: { st: 'demi-tons', '1/min': 'mots/min', '1/s': 'syll/s', '1/15 s': 'mots/15 s' },
}
