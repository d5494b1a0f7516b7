import { plural, type Texts } from './texts.ts'

const of = plural('es')
const measures = (count: number) => `${count} ${of(count, 'medida', 'medidas')}`
/** “Una o dos”, as it is said. */
const about = (expected: number, noun: 'f' | 'm') => {
  const one = noun === 'f' ? 'una' : 'uno'
  if (expected < 1) return `${one} o ${noun === 'f' ? 'ninguna' : 'ninguno'}`
  if (expected < 1.5) return `alrededor de ${one}`
  return expected < 2 ? `${one} o dos` : `unos ${Math.round(expected)}`.replace('unos', noun === 'f' ? 'unas' : 'unos')
}

export const es: Texts = {
  than: {
    most: (phrase) => `${phrase} que en la mayoría`,
    on: (phrase, date) => `${phrase} que el ${date}`,
  },
  perhaps: (phrase) => `Quizá ${phrase}`,
  invented: 'datos de demostración inventados',
  percentile: (percentile, low, high) => `percentil ${percentile} (entre ${low} y ${high})`,
  changed: (value, before, error) => `${value} (antes ${before}). El cambio supera el error de medida (±${error})`,
  changedAtLeast: (value, before, error) =>
    `${value} (antes ${before}). El cambio supera el error dentro de una sesión (±${error}); entre sesiones es mayor`,
  index: {
    name: (name) => `Calidad de la voz, ${name}`,
    above: (value, cutOff) => `${value}, por encima del valor de corte de ${cutOff}`,
    below: (value, cutOff) => `${value}, en el valor de corte de ${cutOff} o por debajo`,
    no_cut_off: (value, language) => `${value}, sin valor de corte validado para ${language}`,
    byClinic: 'introducido por la clínica',
  },
  also: (items) => `también en ${items}`,
  related: (names) => `igual que ${names}`,
  norm: (name, version) => `${name}, versión ${version}`,
  unjudged: {
    poor_quality: () => 'la grabación es deficiente',
    not_measured: () => 'no se pudo medir',
    pending: () => 'todavía se está midiendo',
    skipped: () => 'se omitió',
    unanswered: () => 'no se grabó',
    interrupted: () => 'la grabación se interrumpió',
    other_device: (count) => `El cambio de ${measures(count)}: se grabó con otro micrófono`,
    other_engine: (count) => `El cambio de ${measures(count)}: se midió con otra versión`,
    other_range: (count) => `El cambio de ${measures(count)}: el tono se buscó en otro rango`,
    unknown_error: (count) => `El cambio de ${measures(count)}: todavía no se conoce el error de medida`,
    no_place: () => 'la norma no tiene valores para este ítem',
    few_words: (count) => `hay menos de 50 palabras (${measures(count)})`,
  },
  doubtful: (some, reasons) => `${some} de fiabilidad dudosa (${reasons})`.trimStart(),
  measures,
  because: (reasons) => ` (${reasons})`,
  quality: {
    clipped: 'sonido saturado',
    too_quiet: 'nivel muy bajo',
    noisy: 'ruido de fondo',
    no_speech: 'sin habla',
    cut_start: 'inicio cortado',
    cut_end: 'final cortado',
    gap: 'partes perdidas',
    low_sample_rate: 'frecuencia de muestreo baja',
    longer_than_allowed: 'más larga de lo permitido',
    processed_by_browser: 'sonido procesado por el navegador',
    no_steady_voice: 'sin voz sostenida',
    offset: 'señal desplazada del cero',
    other_voice: 'otra voz',
  },
  vowelSpace: 'Espacio vocálico',
  indexReasons: {
    not_recorded: 'falta la grabación del habla o de la vocal',
    poor_quality: 'una de las grabaciones es deficiente',
    rates_differ: 'las dos grabaciones tienen distinta frecuencia de muestreo',
    low_rate: 'la frecuencia de muestreo es demasiado baja',
    vowel_too_short: 'la vocal dura menos de 3 s',
    too_little_voice: 'hay muy poca voz en el habla',
    other_syllables: 'el habla no tiene las sílabas que pide el ítem',
    others_speak: 'también habla otra persona en la grabación del habla',
    needs_calibrated_microphone: 'necesita un micrófono calibrado',
    vowel_missing: 'falta la grabación de una de las vocales',
    too_little_vowel: 'una de las vocales se sostiene menos de 1 s',
    pitch_too_high: 'el tono supera los 250 Hz, lo que oculta los formantes más bajos',
    formants_not_found: 'no se encontraron los formantes de una de las vocales',
    formants_unsteady: 'los formantes de una de las vocales varían demasiado',
    formants_disagree: 'los formantes de una de las vocales son inciertos',
    vowels_not_distinct: 'las vocales no se distinguen como /a/, /i/ y /u/',
  },
  chance: (count, expected) =>
    `De ${measures(count)} ${of(count, 'comparada', 'comparadas')}, ${about(expected, 'f')} ${expected < 1.5 ? 'queda' : 'quedan'} fuera por azar.`,
  chanceOfChanges: (count, expected) =>
    `De ${count} ${of(count, 'cambio', 'cambios')}, ${about(expected, 'm')} ${expected < 1.5 ? 'supera' : 'superan'} el error por azar.`,
  noDiagnosis: 'No es un diagnóstico.',
  units: {
    st: 'semitonos',
    '1/min': 'palabras/min',
    '1/s': 'síl/s',
    '1/15 s': 'palabras/15 s',
  },
}
