import { type Locale, type SurveyDraft, SurveyDraft as SurveyDraftSchema, surveyGapsOf } from '@fonema/contract'
import { expect, test } from 'vitest'
import { surveyField } from '../../../testing/survey-draft.ts'
import { draftOf } from '../drafts/from-versions.ts'
import type { DraftRow } from '../drafts/queries.ts'
import { readSurveyFile } from '../import/read-survey-file.ts'
import { exportDraft } from './export.ts'

const locales = ['es-ES', 'en-US'].map(
  (code): Locale => ({
    id: code as Locale['id'],
    code,
    lang: { id: code.slice(0, 2), code: code.slice(0, 2) },
    country: code.slice(3),
  }),
) as [Locale, Locale]

const both = <T>(of: (language: string) => T) => ({ 'es-ES': of('es'), 'en-US': of('en') })
const asked = (label: string, help = '') =>
  both((language) => ({ label: `${label} ${language}`, help: help === '' ? '' : `${help} ${language}` }))
const option = (value: string, score: number | null = null) => ({
  value,
  score,
  texts: both((language) => ({ label: `${value} ${language}` })),
})

/** Every type of field, and every kind of condition. */
const everything = (): SurveyDraft => ({
  key: 'every-thing',
  licence: 'CC0-1.0',
  source: 'Clínica de ejemplo',
  locales: ['es-ES', 'en-US'],
  texts: both((language) => ({ name: `Todo ${language}`, description: `De todo ${language}` })),
  sections: [
    {
      key: 'section-1',
      texts: both((language) => ({ title: `Uno ${language}`, description: `Primero ${language}` })),
      fields: [
        surveyField({ name: 'mood', type: 'scale', required: true, min: 0, max: 40, texts: asked('Ánimo', 'Hoy') }),
        surveyField({
          name: 'self_harm',
          type: 'radio',
          required: true,
          options: [option('no', 0), option('some_times', 1.5), option('often', 3)],
          show_when: { field: 'mood', compared: '<=', value: 20 },
          texts: asked('Daño'),
        }),
        surveyField({ name: 'age', type: 'number', integer: true, min: 0, max: 9, texts: asked('Edad') }),
        surveyField({ name: 'weight', type: 'number', min: 0.5, texts: asked('Peso') }),
        surveyField({
          name: 'place',
          type: 'select',
          options: 'abcdefghi'.split('').map((value) => option(value)),
          texts: asked('Lugar'),
        }),
      ],
    },
    {
      key: 'section-2',
      texts: both((language) => ({ title: `Dos ${language}`, description: '' })),
      fields: [
        surveyField({
          name: 'problems',
          type: 'multiselect',
          other: true,
          options: [option('sleep'), option('memory')],
          show_when: { field: 'place', in: ['a', 'b'] },
          texts: asked('Problemas'),
        }),
        surveyField({
          name: 'since',
          type: 'date',
          show_when: { field: 'problems', not_in: ['sleep', 'memory'] },
          texts: asked('Desde'),
        }),
        surveyField({
          name: 'agrees',
          type: 'checkbox',
          show_when: {
            all: [
              { field: 'since', answered: true },
              { field: 'mood', in: ['3'] },
            ],
          },
          texts: asked('Acepta'),
        }),
        surveyField({
          name: 'words',
          type: 'text',
          max_length: 80,
          show_when: {
            all: [
              {
                any: [
                  { field: 'agrees', in: ['true'] },
                  { field: 'weight', compared: '>', value: 70.5 },
                ],
              },
            ],
          },
          texts: asked('Palabras'),
        }),
        surveyField({ name: 'story', type: 'textarea', max_length: 1200, texts: asked('Relato') }),
      ],
    },
  ],
  scores: [],
  alerts: [],
})

const withRules = (): SurveyDraft => ({
  ...everything(),
  scores: [
    {
      name: 'load',
      fields: [
        { field: 'mood', weight: -1 },
        { field: 'self_harm', weight: 2 },
      ],
      bands: [{ up_to: 6, alert: true, texts: both((language) => ({ label: language, notice: `Hoy ${language}` })) }],
      texts: both((language) => ({ label: `Carga ${language}` })),
    },
  ],
  alerts: [
    {
      key: 'alert-1',
      field: 'self_harm',
      when: { at_least: 1 },
      texts: both((language) => ({ notice: `Ya ${language}` })),
    },
  ],
})

const exported = (content: SurveyDraft, as: 'fonema' | 'fhir') =>
  exportDraft({ key: content.key, content, version: 1 } as DraftRow, as)
const read = (file: unknown) => readSurveyFile(Buffer.from(JSON.stringify(file)), locales, locales[0])

test('the draft of these tests can be published', () => {
  expect(surveyGapsOf(withRules())).toEqual([])
  expect(SurveyDraftSchema.parse(withRules())).toEqual(withRules())
})

test('our own format carries everything, also what is unfinished', () => {
  const unfinished = withRules()
  unfinished.sections[0]!.fields[0]!.texts['en-US']!.label = ''
  unfinished.alerts[0]!.when = { in: [] }
  const { file, losses } = exported(unfinished, 'fonema')
  expect(losses).toEqual([])
  expect(read(file).draft).toEqual(unfinished)
})

test('FHIR carries the questions, their languages, rules and conditions', () => {
  const { file, losses } = exported(everything(), 'fhir')
  expect(losses).toEqual([])
  const imported = read(file)
  expect(imported.losses).toEqual([])
  const { surveys, licence, source } = imported
  expect({ ...draftOf(surveys), licence, source }).toEqual(everything())
})

test('the export to FHIR states which scores and alerts it leaves out; the numbers of the options stay', () => {
  const { file, losses } = exported(withRules(), 'fhir')
  expect(losses).toEqual([
    { code: 'score', name: 'load' },
    { code: 'alert', name: 'self_harm' },
  ])
  const options = draftOf(read(file).surveys).sections[0]!.fields[1]!.options
  expect(options.map(({ value, score }) => [value, score])).toEqual([
    ['no', 0],
    ['some_times', 1.5],
    ['often', 3],
  ])
})

test('the export to FHIR states each condition and type that it cannot express, and requires no such question', () => {
  const draft = everything()
  const [story] = draft.sections[1]!.fields.splice(-1)
  draft.sections[1]!.fields.push({
    ...story!,
    required: true,
    show_when: {
      all: [
        { field: 'place', in: ['a', 'b'] },
        { field: 'agrees', in: ['true'] },
      ],
    },
  })
  draft.sections[1]!.fields.push(surveyField({ name: 'phone', type: 'tel', texts: asked('Teléfono') }))
  const { file, losses } = exported(draft, 'fhir')
  expect(losses).toEqual([
    { code: 'condition', name: 'story' },
    { code: 'field_type', name: 'phone' },
  ])
  const fields = draftOf(read(file).surveys).sections[1]!.fields
  expect(fields.at(-2)).toMatchObject({ name: 'story', required: false, show_when: null })
  expect(fields.at(-1)).toMatchObject({ name: 'phone', type: 'text' })
})

test('a questionnaire has what FHIR R4 asks for', () => {
  const { file } = exported(everything(), 'fhir')
  expect(file).toMatchObject({
    resourceType: 'Questionnaire',
    id: 'every-thing',
    status: 'active',
    language: 'es-ES',
    title: 'Todo es',
    _title: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/translation' }] },
    copyright: 'CC0-1.0',
  })
  const [first, second] = file.item as { item: Record<string, unknown>[] }[]
  expect(first!.item[2]).toEqual({
    linkId: 'self_harm',
    type: 'choice',
    text: 'Daño es',
    _text: expect.anything(),
    extension: [expect.objectContaining({ url: expect.stringContaining('questionnaire-itemControl') })],
    enableWhen: [{ question: 'mood', operator: '<=', answerInteger: 20 }],
    required: true,
    answerOption: expect.arrayContaining([
      {
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 1.5 }],
        valueCoding: { code: 'some_times', display: 'some_times es', _display: expect.anything() },
      },
    ]),
  })
  expect(second!.item.find(({ linkId }) => linkId === 'words')).toMatchObject({
    maxLength: 80,
    enableBehavior: 'any',
    enableWhen: [
      { question: 'agrees', operator: '=', answerBoolean: true },
      { question: 'weight', operator: '>', answerDecimal: 70.5 },
    ],
  })
})
