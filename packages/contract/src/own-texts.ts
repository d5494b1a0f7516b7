import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { optionalText } from './fields.ts'
import { ownTextLength } from './own-text-length.ts'
import { routes } from './route.ts'

export const textLanguages = ['es', 'en', 'pt', 'fr'] as const
export type TextLanguage = (typeof textLanguages)[number]

const text = z.string().nullable()

/**
 * An organisation's own policy and terms, as plain text: empty lines separate paragraphs, `# ` begins a heading, and
 * `- ` an entry of a list. Null: the product's text is shown.
 */
export const OwnTexts = z.object({
  /** Whether visitors see them: only where one organisation is on the server, because they have not signed in. */
  are_shown: z.boolean(),
  languages: z.array(z.object({ language: z.enum(textLanguages), policy: text, terms: text })),
})
export type OwnTexts = z.infer<typeof OwnTexts>

const manages = { role: 'manager', feature: 'admin' } as const

export const ownTextRoutes = routes({
  'GET /organizations/texts/': {
    summary: 'The policy and terms that the organisation wrote itself, by language',
    access: manages,
    responses: { 200: OwnTexts },
  },
  'PATCH /organizations/texts/{text_language}/': {
    summary: 'Change the policy or the terms in a language; null brings the product’s text back',
    access: manages,
    params: z.object({ text_language: z.enum(textLanguages, 'invalid') }),
    body: z.strictObject({ policy: optionalText(ownTextLength), terms: optionalText(ownTextLength) }).partial(),
    responses: { 200: OwnTexts, 400: BadRequest },
  },
})
