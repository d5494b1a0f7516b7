import { z } from 'zod'
import { Credentials } from './auth.ts'
import { Locale } from './content.ts'
import { BadRequest } from './errors.ts'
import { Id, requiredText, TimeZone } from './fields.ts'
import { OrganizationId } from './ids.ts'
import { NewUser } from './organization.ts'
import { routes } from './route.ts'

const token = z.string('required').min(1, 'required').max(200, 'invalid')

/** The first organisation and its owner, who is also a manager, and an examiner if requested. */
export const SetupFields = z.strictObject({
  organization_name: requiredText(200),
  /** An IANA name. It decides when a day begins. */
  time_zone: TimeZone,
  first_name: NewUser.shape.first_name,
  last_name: NewUser.shape.last_name,
  email: NewUser.shape.email,
  /** The locale's id. */
  locale: Id,
  password: Credentials.shape.password,
  is_examiner: z.boolean('invalid'),
})
export type SetupFields = z.infer<typeof SetupFields>

export const setupRoutes = routes({
  'POST /setup/validate_token/': {
    summary: 'Whether the link of the first start is still valid, and the locales available for the owner',
    access: 'public',
    rate: 'reset',
    body: z.strictObject({ token }),
    responses: { 200: z.object({ locales: z.array(Locale) }), 400: BadRequest },
  },
  'POST /setup/': {
    summary: 'Create the first organisation and its owner with the single-use link of the first start',
    access: 'public',
    rate: 'reset',
    // The clinic's data are checked only after the token.
    body: z.strictObject({ token, clinic: z.unknown() }),
    responses: { 201: z.object({ organization: z.object({ id: OrganizationId, name: z.string() }) }), 400: BadRequest },
  },
})
