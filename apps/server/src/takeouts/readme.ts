import type { TakeoutRow } from './queries.ts'

type Facts = {
  organization: string
  createdAt: string
  takeout: Pick<TakeoutRow, 'scope' | 'start_date' | 'end_date' | 'include_audio' | 'deidentified'>
  mayReadSurveys: boolean
  problems: number
}

type Words = {
  title: string
  scope: Record<TakeoutRow['scope'], string>
  made: (at: string) => string
  days: (from: string, to: string) => string
  beginning: string
  now: string
  noAudio: string
  noSurveys: string
  problems: (count: number) => string
  deidentified: string[]
  contents: [name: string, meaning: string][]
  notes: string[]
}

const es: Words = {
  title: 'Exportación de datos',
  scope: {
    own: 'Contenido: los participantes de quien la pidió.',
    organization: 'Contenido: toda la organización.',
    participant: 'Contenido: todo lo guardado de un participante.',
  },
  made: (at) => `Generada: ${at} (UTC).`,
  days: (from, to) =>
    `Período: desde ${from} hasta ${to}, ambos días incluidos, según el calendario de la organización.`,
  beginning: 'el comienzo',
  now: 'el momento de la exportación',
  noAudio: 'Las grabaciones no se incluyeron porque así se pidió.',
  noSurveys: 'Las encuestas no se incluyeron: quien pidió la exportación no puede descargarlas.',
  problems: (count) => `Atención: archivos que faltan o llegaron alterados: ${count}. Están en manifest.json.`,
  deidentified: [
    'Los nombres están ocultos: en las transcripciones hay […] y en las grabaciones, silencio, también fuera de la ventana marcada.',
    'Lo oculto son las palabras que una persona marcó como nombre y las que parecen fechas, números, direcciones o correos. Otras palabras y la voz misma pueden identificar a alguien.',
    'No están: nombres, fecha de nacimiento, teléfono, ocupación, diagnóstico, comentarios, personal, informes, encuestas ni archivos. El código de cada participante sí está.',
    'Las grabaciones cuyas palabras nadie confirmó, o que no se pueden leer, no están: figuran en manifest.json con el motivo.',
  ],
  contents: [
    ['participants.csv', 'los participantes y su consentimiento'],
    ['protocol_responses.csv', 'las sesiones grabadas'],
    ['items.csv', 'los ítems de cada sesión, con cada toma'],
    ['scores.csv', 'las medidas, una por línea, con la versión de cada función y de cada población'],
    ['functionals.csv', 'estadísticos de cada toma para investigación, parecidos a eGeMAPS'],
    ['indices.csv', 'los índices de cada sesión, como el AVQI, con sus componentes'],
    ['transcripts.csv', 'las transcripciones, con todas sus versiones'],
    ['surveys/', 'una tabla por encuesta'],
    ['audio/', 'las grabaciones, tal como se grabaron'],
    ['audio/…_examiner', 'el micrófono del evaluador, si se grabó (solo en la exportación de una persona)'],
    ['recordings/', 'las grabaciones de sesiones completas, por partes (solo en la exportación de una persona)'],
    ['files/', 'los archivos del participante (solo en la exportación de una persona)'],
    ['data_dictionary.csv', 'qué significa cada columna y cada medida'],
    ['manifest.json', 'el hash SHA-256 de cada archivo'],
  ],
  notes: [
    'Los CSV están en UTF-8, con coma y comillas según RFC 4180. Una celda que una hoja de cálculo tomaría por fórmula lleva un apóstrofo delante.',
    'Estos datos son de salud: guárdelos cifrados y elimínelos cuando ya no los necesite.',
  ],
}

const en: Words = {
  title: 'Data export',
  scope: {
    own: 'Content: the participants of the person who requested it.',
    organization: 'Content: the whole organisation.',
    participant: 'Content: everything that is stored about one participant.',
  },
  made: (at) => `Created: ${at} (UTC).`,
  days: (from, to) => `Period: from ${from} to ${to}, both days included, by the organisation’s calendar.`,
  beginning: 'the beginning',
  now: 'the moment of the export',
  noAudio: 'Recordings are not included, as requested.',
  noSurveys: 'Surveys are not included: the person who requested the export may not download them.',
  problems: (count) => `Attention: files that are missing or were altered: ${count}. They are listed in manifest.json.`,
  deidentified: [
    'Names are hidden: transcripts have […] in their place, and recordings silence, also outside the marked window.',
    'Hidden are the words that a person marked as a name, and those that look like dates, numbers, addresses or e-mail addresses. Other words, and the voice itself, may identify somebody.',
    'Left out are names, birthday, phone, occupation, diagnosis, comments, staff, reports, surveys and files. The code of each participant is there.',
    'Recordings whose words nobody confirmed, or that cannot be read, are left out: manifest.json lists them with the reason.',
  ],
  contents: [
    ['participants.csv', 'participants and their consent'],
    ['protocol_responses.csv', 'recorded sessions'],
    ['items.csv', 'the items of each session, with every take'],
    ['scores.csv', 'measures, one per line, with the version of each function and of each population'],
    ['functionals.csv', 'statistics of each take for research, similar to eGeMAPS'],
    ['indices.csv', 'the indices of each session, such as the AVQI, with their components'],
    ['transcripts.csv', 'transcripts, with all their versions'],
    ['surveys/', 'a table for each survey'],
    ['audio/', 'recordings, as they were recorded'],
    ['audio/…_examiner', 'the microphone of the examiner, where it was recorded (only in the export of one person)'],
    ['recordings/', 'recordings of whole sessions, in pieces (only in the export of one person)'],
    ['files/', 'the participant’s files (only in the export of one person)'],
    ['data_dictionary.csv', 'what each column and each measure means'],
    ['manifest.json', 'the SHA-256 hash of each file'],
  ],
  notes: [
    'The CSV files are UTF-8, with commas and quotes according to RFC 4180. A cell that a spreadsheet would read as a formula begins with an apostrophe.',
    'This is health data: keep it encrypted, and delete it when you no longer need it.',
  ],
}

const pt: Words = {
  title: 'Exportação de dados',
  scope: {
    own: 'Conteúdo: os participantes de quem a pediu.',
    organization: 'Conteúdo: toda a organização.',
    participant: 'Conteúdo: tudo o que está guardado sobre um participante.',
  },
  made: (at) => `Gerada: ${at} (UTC).`,
  days: (from, to) => `Período: desde ${from} até ${to}, ambos os dias incluídos, pelo calendário da organização.`,
  beginning: 'o início',
  now: 'o momento da exportação',
  noAudio: 'As gravações não foram incluídas, como pedido.',
  noSurveys: 'Os questionários não foram incluídos: quem pediu a exportação não pode baixá-los.',
  problems: (count) => `Atenção: arquivos que faltam ou foram alterados: ${count}. Estão em manifest.json.`,
  deidentified: [
    'Os nomes estão ocultos: nas transcrições há […] e nas gravações, silêncio, também fora da janela marcada.',
    'Ocultas estão as palavras que uma pessoa marcou como nome e as que parecem datas, números, endereços ou e-mails. Outras palavras e a própria voz podem identificar alguém.',
    'Não estão: nomes, data de nascimento, telefone, ocupação, diagnóstico, comentários, equipe, relatórios, questionários nem arquivos. O código de cada participante está.',
    'As gravações cujas palavras ninguém confirmou, ou que não podem ser lidas, não estão: aparecem em manifest.json com o motivo.',
  ],
  contents: [
    ['participants.csv', 'os participantes e seu consentimento'],
    ['protocol_responses.csv', 'as sessões gravadas'],
    ['items.csv', 'os itens de cada sessão, com cada tentativa'],
    ['scores.csv', 'as medidas, uma por linha, com a versão de cada função e de cada população'],
    ['functionals.csv', 'estatísticas de cada tentativa para pesquisa, semelhantes às do eGeMAPS'],
    ['indices.csv', 'os índices de cada sessão, como o AVQI, com seus componentes'],
    ['transcripts.csv', 'as transcrições, com todas as suas versões'],
    ['surveys/', 'uma tabela por questionário'],
    ['audio/', 'as gravações, tal como foram gravadas'],
    ['audio/…_examiner', 'o microfone do avaliador, se foi gravado (só na exportação de uma pessoa)'],
    ['recordings/', 'as gravações de sessões completas, em partes (só na exportação de uma pessoa)'],
    ['files/', 'os arquivos do participante (só na exportação de uma pessoa)'],
    ['data_dictionary.csv', 'o que significa cada coluna e cada medida'],
    ['manifest.json', 'o hash SHA-256 de cada arquivo'],
  ],
  notes: [
    'Os CSV estão em UTF-8, com vírgulas e aspas conforme a RFC 4180. Uma célula que uma planilha tomaria por fórmula começa com um apóstrofo.',
    'Estes são dados de saúde: guarde-os criptografados e exclua-os quando não forem mais necessários.',
  ],
}

const fr: Words = {
  title: 'Export de données',
  scope: {
    own: 'Contenu : les participants de la personne qui l’a demandé.',
    organization: 'Contenu : toute l’organisation.',
    participant: 'Contenu : tout ce qui est conservé sur un participant.',
  },
  made: (at) => `Généré : ${at} (UTC).`,
  days: (from, to) =>
    `Période : depuis ${from} jusqu’à ${to}, ces deux jours compris, selon le calendrier de l’organisation.`,
  beginning: 'le début',
  now: 'l’instant de l’export',
  noAudio: 'Les enregistrements n’ont pas été inclus, comme demandé.',
  noSurveys:
    'Les questionnaires n’ont pas été inclus : la personne qui a demandé l’export ne peut pas les télécharger.',
  problems: (count) => `Attention : fichiers manquants ou altérés : ${count}. Ils figurent dans manifest.json.`,
  deidentified: [
    'Les noms sont masqués : les transcriptions portent […] à leur place et les enregistrements du silence, aussi hors de la fenêtre marquée.',
    'Sont masqués les mots qu’une personne a marqués comme noms et ceux qui ressemblent à des dates, des numéros, des adresses ou des adresses e-mail. D’autres mots, et la voix elle-même, peuvent identifier quelqu’un.',
    'N’y sont pas : noms, date de naissance, téléphone, profession, diagnostic, commentaires, personnel, rapports, questionnaires ni fichiers. Le code de chaque participant y est.',
    'Les enregistrements dont personne n’a confirmé les mots, ou illisibles, n’y sont pas : manifest.json les liste avec la raison.',
  ],
  contents: [
    ['participants.csv', 'les participants et leur consentement'],
    ['protocol_responses.csv', 'les séances enregistrées'],
    ['items.csv', 'les items de chaque séance, avec chaque prise'],
    ['scores.csv', 'les mesures, une par ligne, avec la version de chaque fonction et de chaque population'],
    ['functionals.csv', 'statistiques de chaque prise pour la recherche, semblables à eGeMAPS'],
    ['indices.csv', 'les indices de chaque séance, comme l’AVQI, avec leurs composantes'],
    ['transcripts.csv', 'les transcriptions, avec toutes leurs versions'],
    ['surveys/', 'un tableau par questionnaire'],
    ['audio/', 'les enregistrements, tels quels'],
    [
      'audio/…_examiner',
      'le microphone de l’examinateur, s’il a été enregistré (seulement dans l’export d’une personne)',
    ],
    ['recordings/', 'les enregistrements de séances entières, par parties (seulement dans l’export d’une personne)'],
    ['files/', 'les fichiers du participant (seulement dans l’export d’une personne)'],
    ['data_dictionary.csv', 'ce que signifie chaque colonne et chaque mesure'],
    ['manifest.json', 'l’empreinte SHA-256 de chaque fichier'],
  ],
  notes: [
    'Les fichiers CSV sont en UTF-8, avec virgules et guillemets selon la RFC 4180. Une cellule qu’un tableur prendrait pour une formule commence par une apostrophe.',
    'Ce sont des données de santé : conservez-les chiffrées et effacez-les quand elles ne servent plus.',
  ],
}

const byLanguage: Record<string, Words> = { es, en, pt, fr }

/** Describes the archive in the language of the person who requested it. */
export function readmeOf(
  language: string,
  { organization, createdAt, takeout, mayReadSurveys, problems }: Facts,
): string {
  const words = byLanguage[language] ?? es
  const { scope, start_date, end_date, include_audio, deidentified } = takeout
  const isRange = start_date !== null || end_date !== null
  // What a de-identified archive has in another form, or not at all, is described above.
  const hidden = ['transcripts.csv', 'surveys/', 'audio/', 'audio/…_examiner', 'recordings/', 'files/']
  const other = new Set(deidentified ? hidden : [])
  const contents = words.contents.filter(([name]) => !other.has(name))
  const lines = [
    `${organization} · Fonema`,
    words.title,
    '',
    words.scope[scope],
    words.made(createdAt),
    ...(isRange ? [words.days(start_date ?? words.beginning, end_date ?? words.now)] : []),
    ...(deidentified ? words.deidentified : []),
    ...(include_audio ? [] : [words.noAudio]),
    ...(mayReadSurveys || deidentified ? [] : [words.noSurveys]),
    ...(problems > 0 ? [words.problems(problems)] : []),
    '',
    ...contents.map(([name, meaning]) => `${name.padEnd(24)}${meaning}`),
    '',
    ...words.notes,
  ]
  return `${lines.join('\n')}\n`
}
