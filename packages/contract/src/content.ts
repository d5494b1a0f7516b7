import { z } from 'zod'
import { ApiError } from './errors.ts'
import { Id } from './fields.ts'
import { routes } from './route.ts'

export const Locale = z.object({
  id: Id,
  code: z.string(),
  lang: z.object({ id: Id, code: z.string() }),
  country: z.string(),
})
export type Locale = z.infer<typeof Locale>

export const Country = z.object({ name: z.string(), dial_code: z.string(), code: z.string() })
export type Country = z.infer<typeof Country>

export const ContentTexts = z.object({ locale: z.string(), content: z.record(z.string(), z.string()) })
export type ContentTexts = z.infer<typeof ContentTexts>

export const contentRoutes = routes({
  'GET /cms/locales/': {
    summary: 'The locales available for participants',
    access: {},
    responses: { 200: z.array(Locale) },
  },
  'GET /cms/get_locales/': {
    summary: 'The codes of the locales in which texts are offered',
    access: 'public',
    responses: { 200: z.array(z.string()) },
  },
  'GET /cms/get_content/{locale}/': {
    summary: 'Policy, terms and help texts of a locale',
    access: 'public',
    params: z.object({ locale: z.string() }),
    responses: { 200: ContentTexts, 404: ApiError },
  },
  'GET /dashboard/countries/': {
    summary: 'Countries with dial codes',
    access: {},
    responses: { 200: z.array(Country) },
  },
})
