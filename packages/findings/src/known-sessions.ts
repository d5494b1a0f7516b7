import type { SessionSummary } from '@fonema/contract'
import type { Session } from './session.ts'
import {
  at,
  avqi,
  beyond,
  beyondWithin,
  clearlyHigh,
  clearlyLow,
  cutOff,
  fair,
  item,
  kinds as k,
  maybeLow,
  measure,
  poor,
  published,
  session,
  synthetic,
  usual,
  withItems,
  within,
} from './test-sessions.ts'

/** `says`: beginnings of the Spanish sentences, in order. `not`: texts that appear nowhere in the summary. */
export type Known = {
  what: string
  session: Session
  says: string[]
  not?: string[]
  state?: SessionSummary['state']
  /** Texts among what could not be judged. */
  unjudged?: string[]
}

const mine = { norm: synthetic }
const many = (count: number) => Array.from({ length: count }, () => measure(k.pitch, 5, 180, { place: usual }))
const of = (...measures: Session['measures']) => session({ measures })
const allPoor = withItems(...[1, 2, 3, 4, 5].map((n) => item(n, `Ítem ${n}`, { quality: poor('noisy') })))

/** Sessions with the sentences that must appear, and those that must not. */
export const known: Known[] = [
  // Nothing to say
  { what: 'no measure at all', session: of(), says: [], state: 'unjudged' },
  { what: 'usual values', session: of(...many(12)), says: [], state: 'nothing', not: ['percentil'] },
  {
    what: 'usual values and no change',
    session: of(measure(k.rate, 5, 3, { place: usual, change: within(3.2, 0.4) })),
    says: [],
    state: 'nothing',
    not: ['más lenta'],
  },
  {
    what: 'percentile 6 is inside',
    session: of(measure(k.hnr, 1, 14, { place: at(6, 3, 9) })),
    says: [],
    state: 'nothing',
  },
  {
    what: 'percentile 94 of a neutral measure is inside',
    session: of(measure(k.pitch, 5, 260, { place: at(94, 91, 97) })),
    says: [],
    state: 'nothing',
  },
  {
    what: 'one repetition among nine words',
    session: session({
      measures: [
        measure(k.tokens, 5, 9),
        measure(k.repetitions, 5, 11.11, { place: clearlyHigh, change: beyond(0, 1) }),
      ],
    }),
    says: [],
    not: ['disfluencias'],
    unjudged: ['Lectura: hay menos de 50 palabras (1 medida).'],
  },
  {
    what: 'few words in noise are named once, by the noise',
    session: session({
      items: withItems(item(5, 'Lectura', { quality: fair('noisy') })),
      measures: [measure(k.tokens, 5, 9), measure(k.repetitions, 5, 11.11, { place: clearlyHigh })],
    }),
    says: [],
    not: ['palabras ('],
  },
  {
    what: 'few words of a count or a list are as the task wants them',
    session: session({
      items: withItems(item(5, 'Contar', { hasFreeWords: false })),
      measures: [measure(k.tokens, 5, 20), measure(k.repetitions, 5, 5, { place: clearlyHigh })],
    }),
    says: [],
    not: ['disfluencias', 'palabras ('],
  },
  {
    what: 'as many repetitions in enough words',
    session: session({
      measures: [measure(k.tokens, 5, 50), measure(k.repetitions, 5, 11.11, { place: clearlyHigh })],
    }),
    says: ['Más disfluencias'],
    not: ['palabras ('],
  },
  {
    what: 'no norm and no earlier session',
    session: session({ norms: [], previous: null, measures: [measure(k.rate, 5, 3)] }),
    says: [],
    state: 'no_norm',
  },
  {
    what: 'a practice',
    session: session({ isPractice: true, measures: [measure(k.hnr, 1, 5, { place: clearlyLow })] }),
    says: [],
    state: 'empty',
  },
  {
    what: 'nothing recorded',
    session: session({
      items: withItems(...[1, 2, 3, 4, 5].map((n) => item(n, `Ítem ${n}`, { state: 'unanswered', quality: null }))),
    }),
    says: [],
    state: 'empty',
    unjudged: ['Ítem 1: no se grabó.'],
  },
  {
    what: 'every measurement failed',
    session: session({
      items: withItems(
        ...[1, 2, 3, 4, 5].map((n) => item(n, `Ítem ${n}`, { state: 'failed', quality: null, errors: ['no_voice'] })),
      ),
    }),
    says: [],
    state: 'all_failed',
    unjudged: ['Ítem 5: no se pudo medir.'],
  },
  {
    what: 'still measuring',
    session: session({ items: withItems(item(5, 'Lectura', { state: 'pending', quality: null })) }),
    says: [],
    state: 'measuring',
    unjudged: ['Lectura: todavía se está midiendo.'],
  },
  // Outside the norm
  {
    what: 'low where higher is better',
    session: of(measure(k.hnr, 1, 9, { place: clearlyLow })),
    says: ['Más ruido en la voz que en la mayoría'],
    not: ['Quizá', 'Menos ruido'],
  },
  {
    what: 'high where higher is better',
    session: of(measure(k.hnr, 1, 30, { place: clearlyHigh })),
    says: [],
    state: 'nothing',
    not: ['ruido'],
  },
  {
    what: 'high where lower is better',
    session: of(measure(k.jitter, 1, 3, { place: clearlyHigh })),
    says: ['Ciclos de la voz más irregulares'],
  },
  {
    what: 'low where lower is better',
    session: of(measure(k.jitter, 1, 0.1, { place: clearlyLow })),
    says: [],
    state: 'nothing',
  },
  {
    what: 'low of a neutral measure',
    session: of(measure(k.rate, 5, 3.1, { place: clearlyLow })),
    says: ['Habla más lenta que en la mayoría'],
  },
  {
    what: 'high of a neutral measure',
    session: of(measure(k.rate, 5, 7, { place: clearlyHigh })),
    says: ['Habla más rápida que en la mayoría'],
  },
  {
    what: 'an interval that reaches the usual range',
    session: of(measure(k.melody, 5, 1.6, { place: maybeLow })),
    says: ['Quizá menos variación del tono que en la mayoría'],
  },
  {
    what: 'an interval that reaches the middle half',
    session: of(measure(k.hnr, 1, 9, { place: at(3, 0.1, 26, { n: 10 }) })),
    says: [],
    state: 'nothing',
  },
  {
    what: 'the high side mirrors the low one',
    session: of(measure(k.jitter, 1, 3, { place: at(97, 74, 99.9, { n: 10 }) })),
    says: [],
    state: 'nothing',
  },
  {
    what: 'the high side is careful too',
    session: of(measure(k.jitter, 1, 3, { place: at(96, 85, 99) })),
    says: ['Quizá ciclos de la voz más irregulares'],
  },
  {
    what: 'a published norm is named',
    session: of(measure(k.hnr, 1, 9, { place: at(2, 0.5, 6, { norm: published }) })),
    says: ['Más ruido en la voz que en la mayoría'],
    not: ['inventados'],
  },
  {
    what: 'invented numbers are marked',
    session: of(measure(k.hnr, 1, 9, { place: at(2, 0.5, 6, mine) })),
    says: ['Más ruido en la voz que en la mayoría (datos de demostración inventados)'],
  },
  {
    what: 'a level without calibration',
    session: of(measure(k.level, 5, -50, { place: clearlyLow })),
    says: [],
    not: ['intensidad'],
  },
  {
    what: 'the recording’s own noise',
    session: of(measure(k.snr, 5, 8, { place: clearlyLow })),
    says: [],
    not: ['ruido'],
  },
  // Related measures
  {
    what: 'three variants of jitter',
    session: of(...[k.jitter, k.rap, k.ppq5].map((one) => measure(one, 1, 3, { place: clearlyHigh }))),
    says: ['Ciclos de la voz más irregulares'],
  },
  {
    what: 'two rates',
    session: of(measure(k.rate, 5, 3, { place: clearlyLow }), measure(k.wordsPerMin, 5, 70, { place: clearlyLow })),
    says: ['Habla más lenta'],
  },
  {
    what: 'one rate in two items',
    session: of(measure(k.rate, 4, 3, { place: clearlyLow }), measure(k.rate, 5, 3, { place: clearlyLow })),
    says: ['Habla más lenta'],
  },
  {
    what: 'one measure slow here, fast there',
    session: of(measure(k.rate, 4, 7, { place: clearlyHigh }), measure(k.rate, 5, 3, { place: clearlyLow })),
    says: ['Habla más rápida', 'Habla más lenta'],
  },
  {
    what: 'variation in two units',
    session: of(measure(k.melody, 5, 1, { place: clearlyLow }), measure(k.melodyHz, 5, 10, { place: clearlyLow })),
    says: ['Menos variación del tono'],
  },
  {
    what: 'little phonation is pause time',
    session: of(
      measure(k.phonation, 5, 0.4, { place: clearlyLow }),
      measure(k.pauseMean, 5, 2, { place: clearlyHigh }),
    ),
    says: ['Más tiempo de pausa'],
  },
  // Changes
  {
    what: 'slower beyond the error',
    session: of(measure(k.rate, 5, 3.1, { change: beyond(3.8, 0.4) })),
    says: ['Habla más lenta que el 5 jul 2026'],
  },
  {
    what: 'slower within the error',
    session: of(measure(k.rate, 5, 3.6, { change: within(3.8, 0.4) })),
    says: [],
    state: 'nothing',
    not: ['más lenta'],
  },
  {
    what: 'worse beyond the error',
    session: of(measure(k.jitter, 1, 3, { change: beyond(1, 0.5) })),
    says: ['Ciclos de la voz más irregulares que el'],
  },
  {
    what: 'better beyond the error',
    session: of(measure(k.jitter, 1, 0.4, { change: beyond(1, 0.5) })),
    says: ['Ciclos de la voz más regulares que el'],
  },
  {
    what: 'change and place of one measure',
    session: of(measure(k.rate, 5, 3.1, { place: clearlyLow, change: beyond(3.8, 0.4) })),
    says: ['Habla más lenta que el'],
    not: ['que en la mayoría'],
  },
  {
    what: 'better, but still low',
    session: of(measure(k.hnr, 1, 9, { place: clearlyLow, change: beyond(5, 2) })),
    says: ['Más ruido en la voz que en la mayoría', 'Menos ruido en la voz que el'],
  },
  {
    what: 'the error within a session is a lower limit',
    session: of(measure(k.jitter, 1, 3, { change: beyondWithin(1, 0.5) })),
    says: ['Quizá ciclos de la voz más irregulares que el'],
  },
  {
    what: 'another microphone',
    session: of(measure(k.jitter, 1, 3, { change: { verdict: 'other_device' } })),
    says: [],
    unjudged: ['El cambio de 1 medida: se grabó con otro micrófono.'],
  },
  {
    what: 'another version',
    session: of(...[k.jitter, k.rap].map((one) => measure(one, 1, 3, { change: { verdict: 'other_engine' } }))),
    says: [],
    unjudged: ['El cambio de 2 medidas: se midió con otra versión.'],
  },
  {
    what: 'two measures whose last comparable sessions are two: each sentence has its own date',
    session: of(
      measure(k.rate, 5, 3.1, { change: beyond(3.8, 0.4) }),
      measure(k.jitter, 1, 3, { change: beyond(1, 0.5, '2026-03-02T12:00:00.000Z') }),
    ),
    says: ['Ciclos de la voz más irregulares que el 2 mar 2026', 'Habla más lenta que el 5 jul 2026'],
  },
  {
    what: 'one change in two items since two dates: no item is named beside a date that is not its own',
    session: of(
      measure(k.rate, 5, 3.1, { change: beyond(3.8, 0.4) }),
      measure(k.rate, 4, 3.1, { change: beyond(3.6, 0.4, '2026-03-02T12:00:00.000Z') }),
    ),
    says: ['Habla más lenta que el 5 jul 2026'],
    not: ['también en'],
  },
  {
    what: 'an unknown error',
    session: of(measure(k.rate, 5, 1, { change: { verdict: 'unknown_error' } })),
    says: [],
    unjudged: ['El cambio de 1 medida: todavía no se conoce el error de medida.'],
    not: ['más lenta'],
  },
  {
    what: 'no earlier session',
    session: session({ previous: null, measures: [measure(k.rate, 5, 3.1, { place: clearlyLow })] }),
    says: ['Habla más lenta que en la mayoría'],
  },
  {
    what: 'a change without any norm',
    session: session({ norms: [], measures: [measure(k.rate, 5, 3.1, { change: beyond(3.8, 0.4) })] }),
    says: ['Habla más lenta que el'],
    state: 'findings',
  },
  // Indices
  {
    what: 'AVQI above its cut-off',
    session: session({ indices: [avqi({ cut_off: cutOff })] }),
    says: ['Calidad de la voz, AVQI 03.01'],
    state: 'findings',
  },
  {
    what: 'AVQI below its cut-off',
    session: session({ indices: [avqi({ value: 1.2, cut_off: cutOff })], measures: many(1) }),
    says: ['Calidad de la voz, AVQI 03.01'],
    state: 'nothing',
    not: ['por encima'],
  },
  {
    what: 'AVQI exactly at its cut-off',
    session: session({ indices: [avqi({ value: 2.43, cut_off: cutOff })], measures: many(1) }),
    says: ['Calidad de la voz'],
    state: 'nothing',
    not: ['por encima'],
  },
  {
    what: 'AVQI without a cut-off',
    session: session({ indices: [avqi()], measures: many(1) }),
    says: ['Calidad de la voz, AVQI 03.01'],
    state: 'nothing',
    not: ['por encima', 'o por debajo'],
  },
  {
    what: 'AVQI withheld',
    session: session({ indices: [avqi({ status: 'withheld', reason: 'poor_quality', value: null })] }),
    says: [],
    unjudged: ['AVQI: una de las grabaciones es deficiente.'],
  },
  {
    what: 'an index that is never measured',
    session: session({
      indices: [avqi({ name: 'dsi', status: 'withheld', reason: 'needs_calibrated_microphone', value: null })],
    }),
    says: [],
    not: ['DSI', 'calibrado'],
  },
  {
    what: 'a vowel space, which has no reference, and one that is withheld',
    session: session({
      indices: [
        avqi({ name: 'vowel_space', version: null, value: 0.31 }),
        avqi({ name: 'vowel_space', version: null, status: 'withheld', reason: 'formants_unsteady', value: null }),
      ],
    }),
    says: [],
    unjudged: ['Espacio vocálico: los formantes de una de las vocales varían demasiado.'],
  },
  {
    what: 'AVQI being computed',
    session: session({ indices: [avqi({ status: 'pending', value: null })] }),
    says: [],
    state: 'measuring',
    unjudged: ['AVQI: todavía se está midiendo.'],
  },
  {
    what: 'AVQI being computed, while a measure stands out',
    session: session({
      indices: [avqi({ status: 'pending', value: null })],
      measures: [measure(k.rate, 1, 1, { place: clearlyLow })],
    }),
    says: ['Habla más lenta'],
    state: 'findings',
    unjudged: ['AVQI: todavía se está midiendo.'],
  },
  {
    what: 'AVQI above its cut-off, in noise that raises it',
    session: session({ indices: [avqi({ cut_off: cutOff, doubts: ['noisy'] })], measures: many(1) }),
    says: [],
    not: ['valor de corte'],
    unjudged: ['AVQI: de fiabilidad dudosa (ruido de fondo).'],
  },
  // Quality
  {
    what: 'only poor takes',
    session: session({
      items: allPoor,
      measures: [1, 2, 3, 4, 5].flatMap((n) =>
        [k.rate, k.hnr, k.jitter].map((one) => measure(one, n, 1, { place: clearlyLow, change: beyond(9, 1) })),
      ),
    }),
    says: [],
    state: 'unjudged',
    not: ['mayoría', 'que el'],
    unjudged: ['Ítem 1: la grabación es deficiente (ruido de fondo).'],
  },
  {
    what: 'one poor take among good ones',
    session: session({
      items: withItems(item(3, '/pa-ta-ka/', { quality: poor('clipped') })),
      measures: [measure(k.ddk, 3, 2, { place: clearlyLow }), measure(k.rate, 5, 3, { place: clearlyLow })],
    }),
    says: ['Habla más lenta'],
    not: ['Sílabas'],
    unjudged: ['/pa-ta-ka/: la grabación es deficiente (sonido saturado).'],
  },
  {
    what: 'a poor take with a change of timing, which clipping alone does not affect',
    session: session({
      items: withItems(item(5, 'Lectura', { quality: poor('clipped') })),
      measures: [measure(k.rate, 5, 3, { change: beyond(5, 1) })],
    }),
    says: [],
    not: ['más lenta'],
  },
  {
    what: 'a fair take whose voice is doubtful',
    session: session({
      items: withItems(item(1, 'Vocal', { quality: fair('processed_by_browser') })),
      measures: [measure(k.jitter, 1, 3, { place: clearlyHigh })],
    }),
    says: [],
    not: ['irregulares'],
    unjudged: ['Vocal: 1 medida de fiabilidad dudosa (sonido procesado por el navegador).'],
  },
  {
    what: 'a fair take whose timing is sound',
    session: session({
      items: withItems(item(5, 'Lectura', { quality: fair('processed_by_browser') })),
      measures: [measure(k.rate, 5, 3, { place: clearlyLow }), measure(k.melody, 5, 1, { place: clearlyLow })],
    }),
    says: ['Habla más lenta'],
    not: ['variación'],
  },
  {
    what: 'a recording that nobody checked',
    session: session({
      items: withItems(item(5, 'Lectura', { quality: null })),
      measures: [measure(k.rate, 5, 3, { place: clearlyLow })],
    }),
    says: [],
    not: ['más lenta'],
  },
  {
    what: 'a skipped and an interrupted item',
    session: session({
      items: withItems(
        item(3, 'Sílabas', { state: 'skipped', quality: null }),
        item(4, 'Contar', { state: 'interrupted', quality: null }),
      ),
      measures: many(1),
    }),
    says: [],
    state: 'nothing',
    unjudged: ['Sílabas: se omitió.', 'Contar: la grabación se interrumpió.'],
  },
  {
    what: 'an item without values in the norm',
    session: of(measure(k.rate, 4, 3), measure(k.rate, 5, 4, { place: usual })),
    says: [],
    state: 'nothing',
    unjudged: ['Contar: la norma no tiene valores para este ítem.'],
  },
  // Order and number
  {
    what: 'clear before careful',
    session: of(measure(k.hnr, 1, 9, { place: maybeLow }), measure(k.jitter, 1, 3, { place: clearlyHigh })),
    says: ['Ciclos de la voz más irregulares', 'Quizá más ruido'],
  },
  {
    what: 'the index first',
    session: session({
      indices: [avqi({ cut_off: cutOff })],
      measures: [measure(k.jitter, 1, 3, { place: clearlyHigh })],
    }),
    says: ['Calidad de la voz', 'Ciclos de la voz más irregulares'],
  },
  {
    what: 'at most five, of which one is the index',
    session: session({
      indices: [avqi()],
      measures: [
        ...[k.hnr, k.jitter, k.shimmer, k.cpps, k.held, k.ddk, k.fluency].map((one) =>
          measure(one, 1, 1, { place: one.direction === 'higher_better' ? clearlyLow : clearlyHigh }),
        ),
      ],
    }),
    says: ['', '', '', '', 'Calidad de la voz, AVQI 03.01'],
  },
]
