// A small questionnaire in FHIR R4 with every feature that the import supports.

const translated = (words: Record<string, string>) => ({
  extension: Object.entries(words).map(([lang, content]) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/translation',
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', valueString: content },
    ],
  })),
})
const ordinal = (valueDecimal: number) => [
  { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal },
]
const often = [
  ['never', 'Nunca', 'Never', 0],
  ['some', 'Algunos días', 'Some days', 1],
  ['daily', 'Todos los días', 'Every day', 2],
] as const
const frequency = often.map(([code, es, en, score]) => ({
  valueCoding: { system: 'urn:often', code, display: es, _display: translated({ en }) },
  extension: ordinal(score),
}))
const choice = (linkId: string, text: string, en: string) => ({
  linkId,
  text,
  _text: translated({ en }),
  type: 'choice',
  required: true,
  answerOption: frequency,
})

export const questionnaire = {
  resourceType: 'Questionnaire',
  url: 'http://clinic.example/Questionnaire/voz-diaria',
  title: 'La voz de cada día',
  _title: translated({ en: 'The everyday voice', de: 'Die Stimme' }),
  status: 'active',
  language: 'es',
  copyright: 'CC BY 4.0',
  publisher: 'Clínica de ejemplo',
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'places',
      compose: {
        include: [
          {
            system: 'urn:places',
            concept: [
              { code: 'home', display: 'En casa', designation: [{ language: 'en', value: 'At home' }] },
              { code: 'work', display: 'En el trabajo', designation: [{ language: 'en', value: 'At work' }] },
            ],
          },
        ],
      },
    },
  ],
  item: [
    {
      linkId: 'intro',
      type: 'display',
      text: 'Piense en las dos últimas semanas.',
      _text: translated({ en: 'Think.' }),
    },
    {
      linkId: 'g1',
      type: 'group',
      text: 'Molestias',
      _text: translated({ en: 'Complaints' }),
      item: [
        choice('/1', '¿Se cansa su voz?', 'Does your voice get tired?'),
        choice('/2', '¿Le duele la garganta?', 'Does your throat hurt?'),
        {
          linkId: '/2.1',
          text: '¿Desde cuándo?',
          _text: translated({ en: 'Since when?' }),
          type: 'date',
          enableWhen: [{ question: '/2', operator: '!=', answerCoding: { system: 'urn:often', code: 'never' } }],
        },
      ],
    },
    {
      linkId: 'g2',
      type: 'group',
      text: 'Costumbres',
      _text: translated({ en: 'Habits' }),
      item: [
        { linkId: 'smokes', text: '¿Fuma?', _text: translated({ en: 'Do you smoke?' }), type: 'boolean' },
        {
          linkId: 'cigarettes',
          text: '¿Cuántos cigarrillos al día?',
          _text: translated({ en: 'How many a day?' }),
          type: 'integer',
          required: true,
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 100 }],
          enableWhen: [{ question: 'smokes', operator: '=', answerBoolean: true }],
        },
        {
          linkId: 'help',
          text: '¿Quiere ayuda para dejarlo?',
          type: 'text',
          enableBehavior: 'all',
          enableWhen: [
            { question: 'smokes', operator: 'exists', answerBoolean: true },
            { question: 'cigarettes', operator: '>=', answerInteger: 10 },
          ],
        },
        {
          linkId: 'where',
          text: '¿Dónde habla más?',
          _text: translated({ en: 'Where do you talk most?' }),
          type: 'open-choice',
          repeats: true,
          answerValueSet: '#places',
        },
        { linkId: 'water', text: 'Litros de agua', type: 'decimal', maxLength: 5 },
        { linkId: 'constructor', text: '<script>alert(1)</script> Nombre', type: 'string' },
        {
          linkId: 'pain',
          text: 'Dolor',
          type: 'integer',
          extension: [
            { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
            { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 },
          ],
        },
      ],
    },
    { linkId: 'photo', text: 'Una foto', type: 'attachment' },
    { linkId: 'far', text: 'País', type: 'choice', answerValueSet: 'http://hl7.org/fhir/ValueSet/country' },
    {
      linkId: 'total',
      text: 'Suma',
      type: 'decimal',
      readOnly: true,
    },
    {
      linkId: 'odd',
      text: '¿Algo más?',
      type: 'string',
      required: true,
      enableWhen: [{ question: 'nowhere', operator: '=', answerString: 'x' }],
    },
  ],
}

export const rule = {
  sum: {
    label: 'Molestias',
    fields: ['q_1', 'q_2'],
    bands: [
      { up_to: 4, label: 'muchas' },
      { up_to: 1, label: 'pocas' },
    ],
  },
  alerts: [{ field: 'q_2', at_least: 2, text: 'Dolor diario: conviene una consulta.' }],
}
