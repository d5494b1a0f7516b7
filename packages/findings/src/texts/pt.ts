import { plural, type Texts } from './texts.ts'

const of = plural('pt')
const measures = (count: number) => `${count} ${of(count, 'medida', 'medidas')}`
const about = (expected: number, noun: 'f' | 'm') => {
  const one = noun === 'f' ? 'uma' : 'um'
  if (expected < 1) return `${noun === 'f' ? 'nenhuma' : 'nenhum'} ou ${one}`
  if (expected < 1.5) return `cerca de ${one}`
  return expected < 2 ? `${one} ou ${noun === 'f' ? 'duas' : 'dois'}` : `cerca de ${Math.round(expected)}`
}

export const pt: Texts = {
  than: {
    most: (phrase) => `${phrase} do que na maioria`,
    on: (phrase, date) => `${phrase} do que em ${date}`,
  },
  perhaps: (phrase) => `Talvez ${phrase}`,
  invented: 'dados de demonstração inventados',
  percentile: (percentile, low, high) => `percentil ${percentile} (entre ${low} e ${high})`,
  changed: (value, before, error) => `${value} (antes ${before}). A mudança supera o erro de medição (±${error})`,
  changedAtLeast: (value, before, error) =>
    `${value} (antes ${before}). A mudança supera o erro dentro de uma sessão (±${error}); entre sessões ele é maior`,
  index: {
    name: (name) => `Qualidade da voz, ${name}`,
    above: (value, cutOff) => `${value}, acima do valor de corte de ${cutOff}`,
    below: (value, cutOff) => `${value}, no valor de corte de ${cutOff} ou abaixo dele`,
    no_cut_off: (value, language) => `${value}, sem valor de corte validado para ${language}`,
    byClinic: 'inserido pela clínica',
  },
  also: (items) => `também em ${items}`,
  related: (names) => `assim como ${names}`,
  norm: (name, version) => `${name}, versão ${version}`,
  unjudged: {
    poor_quality: () => 'a gravação é ruim',
    not_measured: () => 'não foi possível medir',
    pending: () => 'ainda está sendo medido',
    skipped: () => 'foi pulado',
    unanswered: () => 'não foi gravado',
    interrupted: () => 'a gravação foi interrompida',
    other_device: (count) => `A mudança de ${measures(count)}: gravação com outro microfone`,
    other_engine: (count) => `A mudança de ${measures(count)}: medição com outra versão`,
    other_range: (count) => `A mudança de ${measures(count)}: a altura foi buscada em outra faixa`,
    unknown_error: (count) => `A mudança de ${measures(count)}: o erro de medição ainda não é conhecido`,
    no_place: () => 'a norma não tem valores para este item',
    few_words: (count) => `há menos de 50 palavras (${measures(count)})`,
  },
  doubtful: (some, reasons) => `${some} de confiabilidade duvidosa (${reasons})`.trimStart(),
  measures,
  because: (reasons) => ` (${reasons})`,
  quality: {
    clipped: 'som saturado',
    too_quiet: 'nível muito baixo',
    noisy: 'ruído de fundo',
    no_speech: 'sem fala',
    cut_start: 'início cortado',
    cut_end: 'final cortado',
    gap: 'partes perdidas',
    low_sample_rate: 'taxa de amostragem baixa',
    longer_than_allowed: 'mais longa do que o permitido',
    processed_by_browser: 'som processado pelo navegador',
    no_steady_voice: 'sem voz sustentada',
    offset: 'sinal deslocado do zero',
    other_voice: 'outra voz',
  },
  vowelSpace: 'Espaço vocálico',
  indexReasons: {
    not_recorded: 'falta a gravação da fala ou da vogal',
    poor_quality: 'uma das gravações é ruim',
    rates_differ: 'as duas gravações têm taxas de amostragem diferentes',
    low_rate: 'a taxa de amostragem é baixa demais',
    vowel_too_short: 'a vogal dura menos de 3 s',
    too_little_voice: 'há muito pouca voz na fala',
    other_syllables: 'a fala não tem as sílabas que o item pede',
    others_speak: 'outra pessoa também fala na gravação da fala',
    needs_calibrated_microphone: 'precisa de um microfone calibrado',
    vowel_missing: 'falta a gravação de uma das vogais',
    too_little_vowel: 'uma das vogais é sustentada por menos de 1 s',
    pitch_too_high: 'a altura da voz passa de 250 Hz, o que esconde os formantes mais baixos',
    formants_not_found: 'os formantes de uma das vogais não foram encontrados',
    formants_unsteady: 'os formantes de uma das vogais variam demais',
    formants_disagree: 'os formantes de uma das vogais são incertos',
    vowels_not_distinct: 'as vogais não se distinguem como /a/, /i/ e /u/',
  },
  chance: (count, expected) =>
    `De ${measures(count)} ${of(count, 'comparada', 'comparadas')}, ${about(expected, 'f')} ${expected < 1.5 ? 'fica' : 'ficam'} fora por acaso.`,
  chanceOfChanges: (count, expected) =>
    `De ${count} ${of(count, 'mudança', 'mudanças')}, ${about(expected, 'f')} ${expected < 1.5 ? 'supera' : 'superam'} o erro por acaso.`,
  noDiagnosis: 'Não é um diagnóstico.',
  units: { st: 'semitons', '1/min': 'palavras/min', '1/s': 'síl/s', '1/15 s': 'palavras/15 s' },
}
