import type { Finding, PrintedTemplate, ReportContent, ReportDocument, ReportLanguage } from '@fonema/contract'
import { sentence } from '@fonema/findings'
import { type ShownScore, shownFor } from '../analysis/shown-measures.ts'
import type { PopulationFile } from '../content/population-file.ts'
import { pointDay } from './charts.ts'
import { chosenText } from './content.ts'
import { layoutVersion } from './layout.ts'
import { dayOf, filled, numberOf, textOf } from './texts.ts'
import { reportWords } from './words.ts'

type Asked = Pick<ReportContent, 'language' | 'paper'> & { purpose: string }

const madeAt = '2026-03-16T10:00:00.000Z'
const id = '00000000-0000-7000-8000-000000000000'

/** What the invented session is called. Nobody was recorded. */
const invented: Record<ReportLanguage, Record<'vowel' | 'reading' | 'protocol' | 'person' | 'written', string>> = {
  es: {
    vowel: 'Vocal /a/ sostenida',
    reading: 'Lectura de un texto',
    protocol: 'Evaluación breve',
    person: 'Nombre de quien evalúa',
    written: 'Aquí va lo que escribe quien evalúa.',
  },
  en: {
    vowel: 'Sustained vowel /a/',
    reading: 'Reading a text',
    protocol: 'Short assessment',
    person: 'Name of the examiner',
    written: 'What the examiner writes appears here.',
  },
  pt: {
    vowel: 'Vogal /a/ sustentada',
    reading: 'Leitura de um texto',
    protocol: 'Avaliação breve',
    person: 'Nome de quem avalia',
    written: 'Aqui aparece o que escreve quem avalia.',
  },
  fr: {
    vowel: 'Voyelle /a/ tenue',
    reading: 'Lecture d’un texte',
    protocol: 'Évaluation brève',
    person: 'Nom de l’examinateur',
    written: 'Ici figure ce que l’examinateur rédige.',
  },
}

const norm = { id: id as never, name: 'Demo', version: 1, kind: 'synthetic' as const }
const ofMeasure = {
  id: '',
  item: null,
  item_title: null,
  also: [],
  is_careful: false,
  moment: null,
  related: [],
  norm,
}

const findings: Finding[] = [
  {
    ...ofMeasure,
    kind: 'outside',
    sign: 'attention',
    template: 'jitter',
    side: 'high',
    measure: { entry: 'voice_quality', name: 'jitter_local_pct' },
    direction: 'lower_better',
    value: 1.62,
    unit: '%',
    decimals: 2,
    place: { percentile: 97, low: 93, high: 99, n: 120 },
  },
  {
    ...ofMeasure,
    kind: 'change',
    sign: 'note',
    template: 'rate',
    side: 'low',
    measure: { entry: 'timing', name: 'articulation_rate_syl_per_s' },
    direction: 'neutral',
    value: 3.4,
    unit: null,
    decimals: 1,
    place: null,
    since: '2025-09-15T10:00:00.000Z',
    before: 4.3,
    error: 0.5,
    is_better: null,
  },
]

/** A report about nobody, with the organisation's letterhead. Version 0 marks it as a preview on every page. */
export function sampleReport(
  organization: ReportContent['organization'],
  template: PrintedTemplate,
  { language, paper, purpose }: Asked,
  scores: PopulationFile['scores'],
): ReportDocument {
  const words = reportWords[language]
  const names = invented[language]
  const has = (section: (typeof template.sections)[number]) => template.sections.includes(section)
  const day = dayOf(language, new Date(madeAt), 'UTC')
  const annexOf = (title: string, category: string) => ({
    title,
    note: '',
    rows: Object.values(shownFor(category))
      .flat()
      .filter(({ name }) => template.measures?.includes(name) ?? true)
      .flatMap((score) => rowOf(language, score, meanOf(scores, category, score))),
  })
  const content: ReportContent = {
    format: 1,
    layout: layoutVersion,
    language,
    paper,
    time_zone: 'UTC',
    words,
    organization,
    template,
    participant: {
      code: 'DEMO-01',
      first_name: null,
      last_name: null,
      birthday: '1958-02-03',
      sex: 'f',
      education_years: null,
      diagnose: null,
      diagnose_date: null,
      age: 68,
      born: dayOf(language, new Date('1958-02-03'), 'UTC'),
      sex_text: words.sex_f,
    },
    session: { id: id as never, protocol: names.protocol, day, examiner: names.person, recorded_by: names.person },
    recordings: [names.vowel, names.reading].map((title) => ({ title, verdict: 'good' as const, text: words.good })),
    findings: has('findings') ? findings.map((finding) => sentence(finding, language, { timeZone: 'UTC' })) : [],
    not_judged: [],
    charts: has('charts') ? [chartOf(language, names.vowel)] : [],
    annex: has('annex') ? [annexOf(names.vowel, 'sustained_vowel'), annexOf(names.reading, 'reading')] : [],
    footnotes: [
      ...(has('annex') && template.measures !== null ? [chosenText(language, template.name)] : []),
      words.synthetic_note,
    ],
    sources: { takes: [], indices: [], norms: [], template: null },
  }
  return {
    number: '0000-0000',
    version: 0,
    reason: null,
    made_at: madeAt,
    content,
    texts: {
      purpose,
      impression: has('impression') ? names.written : '',
      recommendations: has('recommendations') ? names.written : '',
    },
    signature: null,
  }
}

/** The mean of the demonstration's voices, in this category or in another. */
const meanOf = (scores: PopulationFile['scores'], category: string, { entry, name }: ShownScore) =>
  [scores[category], ...Object.values(scores)].flatMap((functions) => functions?.[entry]?.[name]?.mean ?? [])[0]

/** A measure without one still has its row, because a report could print it. */
function rowOf(language: ReportLanguage, { name, unit, decimals, offset }: ShownScore, mean: number | undefined) {
  const written = mean === undefined ? '…' : numberOf(language, mean + offset, decimals)
  const value = [written, mean === undefined ? null : unit].filter(Boolean).join(' ')
  return [{ name: textOf(language, `measure__${name}`), value, place: '50 (40–60)', note: '' }]
}

function chartOf(language: ReportLanguage, item: string): ReportContent['charts'][number] {
  const title = `${textOf(language, 'measure__jitter_local_pct')}, % · ${item}`
  const points = (
    [
      ['2025-03-10', 0.92],
      ['2025-09-15', 1.18],
      ['2026-03-16', 1.62],
    ] as const
  ).map(([day, value]) => {
    const at = new Date(day)
    const label = pointDay(language, at, 'UTC')
    return { label, at: at.toISOString(), value, text: numberOf(language, value, 2), hollow: null }
  })
  const band = {
    low: 0.62,
    high: 1.22,
    text: filled(reportWords[language].band, { error: `${numberOf(language, 0.3, 2)} %` }),
  }
  const values = points.map((point) => `${point.label}: ${point.text}`).join('; ')
  return { title, points, band, notes: [], text: `${title}. ${values}. ${band.text}` }
}
