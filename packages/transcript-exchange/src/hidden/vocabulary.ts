/** Words of one language that dates, numbers and addresses are made of: without accents, in lower case. */
export type Vocabulary = {
  months: ReadonlySet<string>
  /** The value of each word of a number. */
  numbers: ReadonlyMap<string, number>
  /** Words between the parts of a number or of a date. */
  joints: ReadonlySet<string>
  /** Before a year that belongs to a birth. */
  born: readonly string[]
  at: ReadonlySet<string>
  dot: ReadonlySet<string>
  phone: ReadonlySet<string>
  document: ReadonlySet<string>
  /** Before the name of a street. */
  streetBefore: ReadonlySet<string>
  /** After the name of a street. */
  streetAfter: ReadonlySet<string>
  /** Before a person's own name. */
  called: readonly string[]
  /** Before a surname. */
  titles: ReadonlySet<string>
}

const words = (text: string) => text.split(' ')
const set = (text: string) => new Set(words(text))
const counted = (first: number, step: number, text: string): [string, number][] =>
  words(text).flatMap((group, i) => group.split('/').map((word): [string, number] => [word, first + step * i]))

const es: Vocabulary = {
  months: set('enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre'),
  numbers: new Map([
    ...counted(
      0,
      1,
      'cero uno/un/una/primero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce',
    ),
    ...counted(
      15,
      1,
      'quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno/veintiun veintidos veintitres',
    ),
    ...counted(24, 1, 'veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
    ...counted(30, 10, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento'),
    ...counted(
      200,
      100,
      'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
    ),
    ['mil', 1000],
  ]),
  joints: set('y de del el la guion menos mas'),
  born: ['naci en', 'nacio en', 'nacida en', 'nacido en', 'naci el ano', 'nacio el ano'],
  at: set('arroba'),
  dot: set('punto'),
  phone: set('telefono celular movil whatsapp fono tel fijo'),
  document: set('dni documento cedula pasaporte nie nif curp rut cuit cuil matricula expediente identidad'),
  streetBefore: set('calle avenida av avda pasaje bulevar paseo carretera camino plaza ronda travesia'),
  streetAfter: set(''),
  called: ['me llamo', 'mi nombre es', 'se llama', 'soy la senora', 'soy el senor'],
  titles: set('senor senora senorita don dona doctor doctora dr dra sr sra srta'),
}

const en: Vocabulary = {
  months: set('january february march april may june july august september october november december'),
  numbers: new Map([
    ...counted(0, 1, 'zero/oh one/first two/second three/third four/fourth five/fifth six/sixth seven/seventh'),
    ...counted(8, 1, 'eight/eighth nine/ninth ten/tenth eleven/eleventh twelve/twelfth thirteen/thirteenth'),
    ...counted(14, 1, 'fourteen/fourteenth fifteen/fifteenth sixteen/sixteenth seventeen/seventeenth'),
    ...counted(18, 1, 'eighteen/eighteenth nineteen/nineteenth'),
    ...counted(20, 10, 'twenty/twentieth thirty/thirtieth forty fifty sixty seventy eighty ninety hundred'),
    ['thousand', 1000],
  ]),
  joints: set('and of the dash hyphen plus'),
  born: ['born in', 'born back in'],
  at: set('at'),
  dot: set('dot'),
  phone: set('phone telephone mobile cell whatsapp tel'),
  document: set('passport ssn license licence nhs mrn identity'),
  streetBefore: set('po'),
  streetAfter: set('street road avenue lane drive boulevard st rd ave blvd crescent terrace square court'),
  called: ['my name is', 'i am called', 'his name is', 'her name is', 'call me'],
  titles: set('mr mrs ms miss dr doctor'),
}

const pt: Vocabulary = {
  months: set('janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'),
  numbers: new Map([
    ...counted(0, 1, 'zero um/uma/primeiro dois/duas tres quatro cinco seis/meia sete oito nove dez onze doze treze'),
    ...counted(14, 1, 'catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove'),
    ...counted(20, 10, 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem/cento'),
    ...counted(200, 100, 'duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'),
    ['mil', 1000],
  ]),
  joints: set('e de do o a traco hifen mais'),
  born: ['nasci em', 'nasceu em', 'nascida em', 'nascido em', 'nasci no ano de'],
  at: set('arroba'),
  dot: set('ponto'),
  phone: set('telefone celular telemovel whatsapp zap fone tel'),
  document: set('cpf rg cnpj documento passaporte identidade prontuario matricula nif cartao'),
  streetBefore: set('rua avenida av travessa alameda praca estrada rodovia largo'),
  streetAfter: set(''),
  called: ['me chamo', 'meu nome e', 'chamo me', 'se chama', 'o meu nome e'],
  titles: set('senhor senhora dona seu doutor doutora dr dra sr sra'),
}

const fr: Vocabulary = {
  months: set('janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'),
  numbers: new Map([
    ...counted(0, 1, 'zero un/une/premier deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze'),
    ...counted(15, 1, 'quinze seize dix-sept dix-huit dix-neuf vingt/vingts'),
    ...counted(
      21,
      1,
      'vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf',
    ),
    ...counted(
      30,
      10,
      'trente quarante cinquante soixante soixante-dix quatre-vingt/quatre-vingts quatre-vingt-dix cent/cents',
    ),
    ['mille', 1000],
    ['mil', 1000],
  ]),
  joints: set('et de du le la tiret plus'),
  born: ['ne en', 'nee en', 'nes en'],
  at: set('arobase arrobase'),
  dot: set('point'),
  phone: set('telephone portable mobile whatsapp tel fixe'),
  document: set('passeport securite secu identite nir dossier permis ipp'),
  streetBefore: set('rue avenue av boulevard bd allee impasse quai chemin place route'),
  streetAfter: set(''),
  called: [
    'je m appelle',
    'mon nom est',
    'il s appelle',
    'elle s appelle',
    'je me nomme',
    'je suis monsieur',
    'je suis madame',
  ],
  titles: set('monsieur madame mademoiselle docteur m mme mlle dr'),
}

const all: Readonly<Record<string, Vocabulary>> = { es, en, pt, fr }

/** Of another language, the words of all four: what is hidden wrongly harms less than what is not. */
export const vocabulariesOf = (language: string): Vocabulary[] => {
  const known = all[language]
  return known === undefined ? Object.values(all) : [known]
}
