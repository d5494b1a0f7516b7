import type { SurveyFile } from '../../../apps/server/src/content/survey-file.ts'
import { formOf } from '../../../apps/server/testing/recordings.ts'
import { call, type Examiner } from '../client.ts'
import type { Clinic } from '../clinic.ts'

/** A survey with the payload in every text. */
export function poisonedSurvey(text: string, key: string): SurveyFile {
  const asked = { label: text, help: text }
  const options = ['a', 'b'].map((value, score) => ({ value, label: text, score }))
  const terms = { licence: text, source: text }
  return {
    key,
    locale: 'es-ES',
    wording_version: 1,
    name: text,
    description: text,
    ...terms,
    sections: [
      {
        title: text,
        description: text,
        fields: [
          { name: 'chosen', type: 'radio', ...asked, options },
          { name: 'several', type: 'multiselect', ...asked, options },
          { name: 'written', type: 'textarea', ...asked },
        ],
      },
    ],
    scores: [{ name: 'sum', label: text, fields: ['chosen'], bands: [{ up_to: 9, label: text }] }],
    alerts: [{ field: 'chosen', at_least: 0, text }],
  }
}

/** Answers with the payload in the free text. */
export const poisonedAnswers = (text: string) => ({ chosen: 'b', several: ['a', 'b'], written: text })

/** Imports one survey for each payload, as an owner does, and assigns them all to the examiner. */
export async function importSurveys({ baseUrl }: Clinic, examiner: Examiner, payloads: readonly string[]) {
  const ids: string[] = []
  for (const [index, text] of payloads.entries()) {
    const file = Buffer.from(JSON.stringify(poisonedSurvey(text, `hostile-${index}`)))
    const form = formOf(file, { licence: text, source: text }, 'file')
    const headers = { ...form.headers, ...examiner.headers(), 'content-length': String(form.payload.length) }
    const { status, body } = await call(`${baseUrl}/api/surveys/import/`, { headers, body: form.payload })
    if (status !== 201) throw new Error(`a survey was refused: ${status} ${JSON.stringify(body)}`)
    ids.push(...(body as unknown as { id: string }[]).map(({ id }) => id))
  }
  return ids
}
