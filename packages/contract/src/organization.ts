import { z } from 'zod'
import { Roles } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { ProtocolSummary } from './protocols.ts'
import { routes } from './route.ts'
import { SurveySummary } from './surveys.ts'

export const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The locale's id. */
  locale: Id,
  tags: z.array(z.string()),
  roles: Roles,
  is_impersonifing: z.boolean(),
  is_active: z.boolean(),
  /** Whether the sign-in asks for more than the password. */
  has_second_factor: z.boolean(),
  /** Until when failed sign-ins lock the account, at least from somewhere; null when they do not. */
  locked_until: Timestamp.nullable(),
})
export type User = z.infer<typeof User>

/** One who was removed stays, inactive, as whoever recorded; the participants wait for their transfer. */
export const ExaminerRecord = z.object({
  id: Id,
  user_id: Id,
  surveys: z.array(Id),
  protocols: z.array(Id),
  is_active: z.boolean(),
})
export type ExaminerRecord = z.infer<typeof ExaminerRecord>

export const Organization = z.object({
  id: Id,
  name: z.string(),
  time_zone: z.string(),
  settings: z.object({ semaphore_column: z.boolean() }),
  /** The owner's user id. */
  owner: Id,
  available_protocols: z.array(ProtocolSummary),
  available_surveys: z.array(SurveySummary),
})
export type Organization = z.infer<typeof Organization>

export const Manager = z.object({ id: Id, user_id: Id })

export const ImpersonationGrant = z.strictObject({
  examiner_id: Id,
  mode: z.string('invalid').min(1, 'required').max(50),
})
export type ImpersonationGrant = z.infer<typeof ImpersonationGrant>

export const ExaminerStats = z.object({
  examiner_id: Id,
  number_of_participants: z.int(),
  number_of_protocolsres_completed: z.int(),
  number_of_surveyres: z.int(),
})
export type ExaminerStats = z.infer<typeof ExaminerStats>

const named = z.object({ id: Id, first_name: z.string(), last_name: z.string() })

export const ActivityEvent = z.object({
  id: z.string(),
  kind: z.enum(['protocolres', 'surveyres', 'participants']),
  date_created: Timestamp,
  /** Who really acted, with the user's id; null when the product itself did. */
  user: named.nullable(),
  /** As whom, with the examiner's id, as in grants and counts. */
  examiner: named.extend({ user_id: Id }).nullable(),
  participant: z.object({ id: Id, code: z.string() }).nullable(),
  action: z.string(),
})
export type ActivityEvent = z.infer<typeof ActivityEvent>

const person = {
  first_name: requiredText(150),
  last_name: requiredText(150),
  locale: Id,
  /** Lower case, each once. */
  tags: z
    .array(requiredText(50))
    .max(50, 'too_long')
    .transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))])
    .optional(),
}
const email = z.string('invalid').trim().min(1, 'required').max(320, 'too_long').pipe(z.email('invalid'))

export const NewUser = z.strictObject({ ...person, email })
export type NewUser = z.output<typeof NewUser>
export const UserChanges = z.strictObject({ ...person, is_active: z.boolean('invalid') }).partial()
export type UserChanges = z.output<typeof UserChanges>

const ids = z.array(Id).max(1000, 'too_long')
export const NewExaminer = z.strictObject({ user_id: Id, surveys: ids, protocols: ids })
export type NewExaminer = z.output<typeof NewExaminer>
export const ExaminerChanges = z.strictObject({ surveys: ids, protocols: ids }).partial()
export type ExaminerChanges = z.output<typeof ExaminerChanges>

const manages = { role: 'manager', feature: 'admin' } as const
const owns = { role: 'owner', feature: 'admin' } as const
const UserParams = z.object({ user_id: Id })
const ExaminerParams = z.object({ examiner_id: Id })

export const organizationRoutes = routes({
  'GET /organizations/': {
    summary: 'The organisation with what it may record and ask',
    access: manages,
    responses: { 200: Organization },
  },
  'PATCH /organizations/': {
    summary: 'Change how the organisation shows results',
    access: manages,
    body: z.strictObject({ settings: z.strictObject({ semaphore_column: z.boolean('invalid') }) }),
    responses: { 200: Organization, 400: BadRequest },
  },
  'GET /organizations/user/': { summary: 'Everybody, by name', access: manages, responses: { 200: z.array(User) } },
  'POST /organizations/user/': {
    summary: 'Create a user, who has no role yet',
    access: manages,
    repeatable: true,
    body: NewUser,
    responses: { 201: User, 400: BadRequest },
  },
  'PATCH /organizations/user/{user_id}/': {
    summary:
      'Edit, deactivate or activate a user; only the owner edits the owner and (de)activates a manager, and nobody the owner',
    access: manages,
    params: UserParams,
    body: UserChanges,
    responses: { 200: User, 400: BadRequest, 403: ApiError, 404: ApiError },
  },
  'POST /organizations/user/{user_id}/unlock/': {
    summary: 'End every lock that failed sign-ins have put on an account',
    access: owns,
    params: UserParams,
    responses: { 204: null, 404: ApiError },
  },
  'DELETE /organizations/user/{user_id}/mfa/': {
    summary: 'Turn off the second factor of somebody else, who has lost it',
    access: owns,
    params: UserParams,
    responses: { 204: null, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/examiners/': {
    summary: 'Examiners, removed ones too',
    access: manages,
    responses: { 200: z.array(ExaminerRecord) },
  },
  'POST /organizations/examiners/': {
    summary: 'Make a user an examiner, once more too',
    access: manages,
    repeatable: true,
    body: NewExaminer,
    responses: { 201: ExaminerRecord, 400: BadRequest },
  },
  'GET /organizations/examiners/{examiner_id}/': {
    summary: 'An examiner with surveys and protocols',
    access: manages,
    params: ExaminerParams,
    responses: { 200: ExaminerRecord, 404: ApiError },
  },
  'PATCH /organizations/examiners/{examiner_id}/': {
    summary: "Change an examiner's surveys and protocols; each list replaces",
    access: manages,
    params: ExaminerParams,
    body: ExaminerChanges,
    responses: { 200: ExaminerRecord, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/examiners/{examiner_id}/': {
    summary: 'End an examiner; the participants stay and wait for their transfer',
    access: manages,
    params: ExaminerParams,
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/examiners/{examiner_id}/transfer/': {
    summary: "Give all of an examiner's participants to another",
    access: manages,
    params: ExaminerParams,
    body: z.strictObject({ examiner_id: Id }),
    responses: { 200: z.object({ transferred: z.int() }), 400: BadRequest, 404: ApiError },
  },
  'POST /organizations/managers/': {
    summary: 'Make a user a manager',
    access: owns,
    repeatable: true,
    body: z.strictObject({ user_id: Id }),
    responses: { 201: Manager, 400: BadRequest },
  },
  'DELETE /organizations/managers/{manager_id}/': {
    summary: 'End a manager; the owner stays one',
    access: owns,
    params: z.object({ manager_id: Id }),
    responses: { 204: null, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/impersonification/modes/': {
    summary: 'The impersonation modes',
    access: manages,
    responses: { 200: z.array(z.string()) },
  },
  'GET /organizations/impersonification/{user_id}/': {
    summary: 'As whom a user may work, and in which mode',
    access: manages,
    params: UserParams,
    responses: { 200: z.array(ImpersonationGrant), 404: ApiError },
  },
  'PATCH /organizations/impersonification/{user_id}/': {
    summary:
      'Replace the whole list of grants; one that is gone ends what was begun with it. Only the owner grants to the one who calls, or changes those of the owner',
    access: manages,
    params: UserParams,
    body: z.array(ImpersonationGrant).max(1000, 'too_long'),
    responses: { 200: z.array(ImpersonationGrant), 400: BadRequest, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/events/': {
    summary: 'What was done with participants, sessions and surveys, newest first',
    access: manages,
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,15}$/, 'invalid')
        .optional(),
      limit: z.coerce.number('invalid').int('invalid').min(1, 'out_of_range').max(1000, 'out_of_range').optional(),
    }),
    responses: { 200: z.array(ActivityEvent), 400: BadRequest },
  },
  'GET /organizations/stats/': {
    summary: 'Counts by examiner',
    access: manages,
    responses: { 200: z.array(ExaminerStats) },
  },
})
