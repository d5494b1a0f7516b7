import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { requiredText } from './fields.ts'
import { PackageId, ProtocolId, SurveyId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

/** A named set of surveys and protocols. An examiner has a package who has all of it. */
export const Package = z.object({
  id: PackageId,
  name: z.string(),
  surveys: z.array(SurveyId),
  protocols: z.array(ProtocolId),
  /** New examiners who work in this language get the package; null: not a default. */
  default_language: z.string().nullable(),
})
export type Package = z.infer<typeof Package>

export const NewPackage = z.strictObject({
  name: requiredText(100),
  surveys: z.array(SurveyId).max(1000, 'too_long'),
  protocols: z.array(ProtocolId).max(1000, 'too_long'),
  default_language: z
    .string('invalid')
    .regex(/^[a-z]{2}$/, 'invalid')
    .nullable()
    .optional(),
})
export type NewPackage = z.output<typeof NewPackage>
export const PackageChanges = NewPackage.partial()
export type PackageChanges = z.output<typeof PackageChanges>

const manages = { role: 'manager', feature: 'admin' } as const
const params = z.object({ package_id: PackageId })

export const packageRoutes = routes({
  'GET /organizations/packages/': {
    summary: 'The packages of surveys and protocols, by name',
    access: manages,
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(Package) },
  },
  'POST /organizations/packages/': {
    summary: 'Create a package',
    access: manages,
    repeatable: true,
    body: NewPackage,
    responses: { 201: Package, 400: BadRequest },
  },
  'PATCH /organizations/packages/{package_id}/': {
    summary: 'Change a package; examiners who have all of it also get what is added, and keep what is taken out',
    access: manages,
    params,
    body: PackageChanges,
    responses: { 200: Package, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/packages/{package_id}/': {
    summary: 'Remove a package; examiners keep what they have',
    access: manages,
    params,
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/packages/{package_id}/assign/': {
    summary: 'Assign a package to every examiner with a tag; later bearers of the tag do not get it by themselves',
    access: manages,
    params,
    body: z.strictObject({ tag: requiredText(50) }),
    responses: { 200: z.object({ assigned: z.int() }), 400: BadRequest, 404: ApiError },
  },
})
