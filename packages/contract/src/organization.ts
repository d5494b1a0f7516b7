import { z } from 'zod'
import { accentContrast, leastContrast } from './accent.ts'
import { Roles } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, OfflineParticipants, requiredText, Timestamp, TimeZone } from './fields.ts'
import { ExaminerId, ManagerId, OrganizationId, ParticipantId, ProtocolId, SurveyId, UserId } from './ids.ts'
import { MailDelivery } from './mails.ts'
import { PageQuery } from './pages.ts'
import { ProtocolSummary } from './protocols.ts'
import { routes } from './route.ts'
import { SurveySummary } from './surveys.ts'

/**
 * `invited`: has no password yet. `opened`: has opened the page of the link, too. `locked`: failed sign-ins lock the
 * account, at least for some addresses.
 */
export const userStates = ['invited', 'opened', 'active', 'locked', 'deactivated'] as const
export type UserState = (typeof userStates)[number]

export const User = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The locale's id. */
  locale: Id,
  tags: z.array(z.string()),
  roles: Roles,
  is_impersonifing: z.boolean(),
  is_active: z.boolean(),
  /** Whether sign-in needs more than the password. */
  has_second_factor: z.boolean(),
  /** Until when failed sign-ins lock the account, at least for some addresses; null when it is not locked. */
  locked_until: Timestamp.nullable(),
  state: z.enum(userStates),
  last_sign_in: Timestamp.nullable(),
  /** When the last link was mailed or copied; null for a user who came with the organisation. */
  invited_at: Timestamp.nullable(),
  /** What happened to the last mail of the invitation; null without one. */
  invitation_mail: MailDelivery.nullable(),
})
export type User = z.infer<typeof User>

/**
 * A removed examiner stays as an inactive record, for the sessions that they recorded. Their participants wait for a
 * transfer.
 */
export const ExaminerRecord = z.object({
  id: ExaminerId,
  user_id: UserId,
  surveys: z.array(SurveyId),
  protocols: z.array(ProtocolId),
  is_active: z.boolean(),
})
export type ExaminerRecord = z.infer<typeof ExaminerRecord>

export const Organization = z.object({
  id: OrganizationId,
  name: z.string(),
  time_zone: z.string(),
  /** The colour of buttons and links, `#rrggbb`; null: the product's. */
  accent: z.string().nullable(),
  settings: z.object({ semaphore_column: z.boolean(), offline_participants: OfflineParticipants }),
  /** The owner's user id. */
  owner: UserId,
  available_protocols: z.array(ProtocolSummary),
  available_surveys: z.array(SurveySummary),
})
export type Organization = z.infer<typeof Organization>

export const Manager = z.object({ id: ManagerId, user_id: UserId })

export const ImpersonationGrant = z.strictObject({
  examiner_id: ExaminerId,
  mode: z.string('invalid').min(1, 'required').max(50),
})
export type ImpersonationGrant = z.infer<typeof ImpersonationGrant>

export const ExaminerStats = z.object({
  examiner_id: ExaminerId,
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
  /** The user who acted; null for the product itself. */
  user: named.nullable(),
  /** The examiner in whose name the user acted, with the examiner's id, as in grants and counts. */
  examiner: named.extend({ user_id: UserId }).nullable(),
  participant: z.object({ id: ParticipantId, code: z.string() }).nullable(),
  action: z.string(),
})
export type ActivityEvent = z.infer<typeof ActivityEvent>

const person = {
  first_name: requiredText(150),
  last_name: requiredText(150),
  locale: Id,
  /** Lower case, without duplicates. */
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

const surveysAndProtocols = {
  surveys: z.array(SurveyId).max(1000, 'too_long'),
  protocols: z.array(ProtocolId).max(1000, 'too_long'),
}
export const NewExaminer = z.strictObject({ user_id: UserId, ...surveysAndProtocols })
export type NewExaminer = z.output<typeof NewExaminer>
export const ExaminerChanges = z.strictObject(surveysAndProtocols).partial()
export type ExaminerChanges = z.output<typeof ExaminerChanges>

const Accent = z
  .string('invalid')
  .regex(/^#[0-9a-f]{6}$/i, { error: 'invalid', abort: true })
  .toLowerCase()
  .refine((colour) => accentContrast(colour) >= leastContrast, 'low_contrast')

export const OrganizationChanges = z
  .strictObject({
    name: requiredText(200),
    /** Decides when a day begins. */
    time_zone: TimeZone,
    accent: Accent.nullable(),
    settings: z
      .strictObject({ semaphore_column: z.boolean('invalid'), offline_participants: OfflineParticipants })
      .partial(),
  })
  .partial()
export type OrganizationChanges = z.output<typeof OrganizationChanges>

const manages = { role: 'manager', feature: 'admin' } as const
const owns = { role: 'owner', feature: 'admin' } as const
const UserParams = z.object({ user_id: UserId })
const ExaminerParams = z.object({ examiner_id: ExaminerId })

export const organizationRoutes = routes({
  'GET /organizations/': {
    summary: 'The organisation with its assignable protocols and surveys',
    access: manages,
    responses: { 200: Organization },
  },
  'PATCH /organizations/': {
    summary: "Change the organisation's name, its time zone, its colour, or how it shows results",
    access: manages,
    body: OrganizationChanges,
    responses: { 200: Organization, 400: BadRequest },
  },
  'GET /organizations/user/': {
    summary: 'All users, by name',
    access: manages,
    query: PageQuery,
    order: ['last_name', 'first_name', 'id'],
    responses: { 200: z.array(User) },
  },
  'POST /organizations/user/': {
    summary: 'Create a user, who has no role yet',
    access: manages,
    repeatable: true,
    body: NewUser,
    responses: { 201: User, 400: BadRequest, 409: ApiError },
  },
  'PATCH /organizations/user/{user_id}/': {
    summary:
      'Edit, deactivate or activate a user; only the owner edits the owner and (de)activates managers, and nobody (de)activates the owner',
    access: manages,
    params: UserParams,
    body: UserChanges,
    responses: { 200: User, 400: BadRequest, 403: ApiError, 404: ApiError, 409: ApiError },
  },
  'POST /organizations/user/{user_id}/unlock/': {
    summary: 'Remove every lock that failed sign-ins have put on an account',
    access: owns,
    params: UserParams,
    responses: { 204: null, 404: ApiError },
  },
  'DELETE /organizations/user/{user_id}/mfa/': {
    summary: 'Turn off the second factor of another user, who has lost it',
    access: owns,
    params: UserParams,
    responses: { 204: null, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/examiners/': {
    summary: 'Examiners, including removed ones',
    access: manages,
    scope: 'statistics:read',
    query: PageQuery,
    order: ['id'],
    responses: { 200: z.array(ExaminerRecord) },
  },
  'POST /organizations/examiners/': {
    summary: 'Make a user an examiner, also again after removal',
    access: manages,
    repeatable: true,
    body: NewExaminer,
    responses: { 201: ExaminerRecord, 400: BadRequest },
  },
  'GET /organizations/examiners/{examiner_id}/': {
    summary: 'An examiner with their surveys and protocols',
    access: manages,
    params: ExaminerParams,
    responses: { 200: ExaminerRecord, 404: ApiError },
  },
  'PATCH /organizations/examiners/{examiner_id}/': {
    summary: "Change an examiner's surveys and protocols; each list is replaced",
    access: manages,
    params: ExaminerParams,
    body: ExaminerChanges,
    responses: { 200: ExaminerRecord, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/examiners/{examiner_id}/': {
    summary: 'Remove an examiner; the participants stay and wait for a transfer',
    access: manages,
    params: ExaminerParams,
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/examiners/{examiner_id}/transfer/': {
    summary: "Transfer all of an examiner's participants to another",
    access: manages,
    params: ExaminerParams,
    body: z.strictObject({ examiner_id: ExaminerId }),
    responses: { 200: z.object({ transferred: z.int() }), 400: BadRequest, 404: ApiError },
  },
  'POST /organizations/managers/': {
    summary: 'Make a user a manager',
    access: owns,
    repeatable: true,
    body: z.strictObject({ user_id: UserId }),
    responses: { 201: Manager, 400: BadRequest },
  },
  'DELETE /organizations/managers/{manager_id}/': {
    summary: 'Remove a manager; the owner always stays one',
    access: owns,
    params: z.object({ manager_id: ManagerId }),
    responses: { 204: null, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/impersonification/modes/': {
    summary: 'The impersonation modes',
    access: manages,
    responses: { 200: z.array(z.string()) },
  },
  'GET /organizations/impersonification/{user_id}/': {
    summary: 'The examiners in whose name a user may work, and the modes',
    access: manages,
    params: UserParams,
    query: PageQuery,
    order: ['examiner_id', 'mode'],
    responses: { 200: z.array(ImpersonationGrant), 404: ApiError },
  },
  'PATCH /organizations/impersonification/{user_id}/': {
    summary:
      "Replace the whole list of grants; a removed grant ends its impersonations. Only the owner grants to the calling user, or changes the owner's grants",
    access: manages,
    params: UserParams,
    body: z.array(ImpersonationGrant).max(1000, 'too_long'),
    responses: { 200: z.array(ImpersonationGrant), 400: BadRequest, 403: ApiError, 404: ApiError },
  },
  'GET /organizations/events/': {
    summary: 'Actions on participants, sessions and surveys, newest first',
    access: manages,
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,15}$/, 'invalid')
        .optional(),
      ...PageQuery.shape,
    }),
    order: ['-id'],
    responses: { 200: z.array(ActivityEvent), 400: BadRequest },
  },
  'GET /organizations/stats/': {
    summary: 'Counts by examiner',
    access: manages,
    scope: 'statistics:read',
    query: PageQuery,
    order: ['examiner_id'],
    responses: { 200: z.array(ExaminerStats) },
  },
})
