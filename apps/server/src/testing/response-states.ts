// What a participant's sessions and surveys may be, and what each call is answered in each of these states: written
// here once more, apart from the product. states.test.ts compares the two.

export type Take = { sound: string; interrupted: boolean; late: boolean }
export type ItemState = {
  min_duration: number
  skippable: boolean
  /** By the number that the page gave them. */
  takes: Map<number, Take>
  /** The number of the take that is the answer. */
  counting: number | null
  skipped: string | null
}
export type SessionState = {
  active: boolean
  comment: string | null
  completedAt: number | null
  items: ItemState[]
}
export type States = {
  now: number
  participantActive: boolean
  sessions: SessionState[]
  surveys: { active: boolean }[]
  /** The survey that was stored with a key. */
  keyed: number | null
}

/** The answer to a call. */
export type Told = readonly [status: number, body: object]

const missing: Told = [404, { code: 'not_found' }]
const conflict = (code: string): Told => [409, { code }]
const day = 24 * 3_600_000

/** A recording may be a quarter of a second shorter than its item asks. */
export const lengths = { whole: 0.5, barely: -0.2, short: -0.5 }

export type Upload = {
  /** By its place; one beyond the last is an item of another protocol. */
  item: number
  take: number
  hz: number
  length: keyof typeof lengths
  interrupted: boolean
  /** What the browser says; it decides nothing. */
  recordedAt: number
}

const isAnswered = ({ counting, skipped }: ItemState) => skipped !== null || counting !== null

function statusOf({ interrupted, late }: Take, counts: boolean) {
  if (counts) return 'counting'
  if (late) return 'late'
  return interrupted ? 'interrupted' : 'superseded'
}

/** The order in which takes are shown: late ones last, interrupted ones after whole ones. */
const placeOf = ({ status, interrupted, late }: { status: string; interrupted: boolean; late: boolean }) =>
  status === 'counting' ? 0 : 1 + 2 * Number(late) + Number(interrupted)

/** Without a take that counts, an interrupted one is shown; a skip shows none. */
function shownItem({ counting, skipped, takes }: ItemState) {
  const shown = [...takes]
    .map(([take, { sound: _, ...facts }]) => ({ ...facts, take, status: statusOf(facts as Take, take === counting) }))
    .sort((a, b) => placeOf(a) - placeOf(b) || b.take - a.take)
  const take = skipped === null ? (shown[0]?.take ?? null) : null
  return {
    is_skipped: skipped !== null,
    skipped_purpose: skipped,
    take,
    takes: shown.map((each) => ({ ...each, superseded: each.take !== take })),
  }
}

export const shownSession = ({ active, comment, completedAt, items }: SessionState) => ({
  ...{ active, comment, is_completed: completedAt !== null },
  responses: items.filter(({ takes, skipped }) => takes.size > 0 || skipped !== null).map(shownItem),
})

function whyClosed(states: States, session: SessionState): Told | undefined {
  if (!states.participantActive) return conflict('participant_archived')
  return session.active ? undefined : conflict('response_archived')
}

function completeIfAnswered(states: States, session: SessionState) {
  if (session.items.every(isAnswered)) session.completedAt ??= states.now
}

export function start(states: States, isAssigned: boolean, fresh: () => ItemState[]): Told {
  if (!states.participantActive) return conflict('participant_archived')
  if (!isAssigned) return [400, { protocol_id: ['invalid'] }]
  const session = { active: true, comment: null, completedAt: null, items: fresh() }
  states.sessions.push(session)
  return [201, shownSession(session)]
}

export function upload(states: States, session: SessionState, sent: Upload): Told {
  const item = session.items[sent.item]
  if (item === undefined) return missing
  const sound = `${sent.hz} Hz, ${sent.length}`
  const stored = item.takes.get(sent.take)
  if (stored !== undefined) return stored.sound === sound ? [200, shownItem(item)] : conflict('already_answered')
  const closed = whyClosed(states, session)
  if (closed !== undefined) return closed
  if (sent.length === 'short' && !sent.interrupted) return [400, { speech: ['too_short'] }]
  const late = session.completedAt !== null && states.now - session.completedAt > day
  // A take that could have counted keeps lower numbers from counting, even when the examiner chose another one.
  const rivals = [...item.takes].filter(
    ([number, take]) => number === item.counting || !(take.late || take.interrupted),
  )
  item.takes.set(sent.take, { sound, interrupted: sent.interrupted, late })
  if (!late && !sent.interrupted && rivals.every(([number]) => number < sent.take)) {
    item.counting = sent.take
    item.skipped = null
  }
  completeIfAnswered(states, session)
  return [201, shownItem(item)]
}

export function skip(states: States, session: SessionState, place: number, purpose: string): Told {
  if (purpose.trim() === '') return [400, { skipped_purpose: ['required'] }]
  const item = session.items[place]
  if (item === undefined) return missing
  if (item.skipped === purpose) return [200, shownItem(item)]
  if (isAnswered(item)) return conflict('already_answered')
  const closed = whyClosed(states, session)
  if (closed !== undefined) return closed
  // A required item is skipped only after an interrupted take.
  if (!item.skippable && item.takes.size === 0) return [400, { non_field_errors: ['not_skippable'] }]
  item.skipped = purpose
  completeIfAnswered(states, session)
  return [201, shownItem(item)]
}

/** The examiner makes a stored take the one that counts, however long ago the session was completed. */
export function choose(states: States, session: SessionState, place: number, take: number): Told {
  const item = session.items[place]
  if (item === undefined || !item.takes.has(take)) return missing
  const closed = whyClosed(states, session)
  if (closed !== undefined) return closed
  item.counting = take
  item.skipped = null
  completeIfAnswered(states, session)
  return [200, shownItem(item)]
}

/** A comment may be written long after the end. */
export function comment(states: States, session: SessionState, text: string | undefined): Told {
  if (!states.participantActive) return conflict('participant_archived')
  if (!session.active) return conflict('response_archived')
  if (text === undefined) return [400, { non_field_errors: ['empty_data'] }]
  session.comment = text === '' ? null : text
  return [200, shownSession(session)]
}

export function archiveSession(session: SessionState, active: boolean): Told {
  session.active = active
  return [200, shownSession(session)]
}

export function archiveParticipant(states: States, active: boolean): Told {
  states.participantActive = active
  return [200, { active }]
}

export const editParticipant = ({ participantActive }: States, occupation: string): Told =>
  participantActive ? [200, { occupation }] : conflict('participant_archived')

export type Filling = 'whole' | 'unfinished' | 'not assigned'

/** A survey is stored when it is complete. What is unfinished is refused, and stays where it is written. */
export function fill(states: States, kind: Filling, isKeyed: boolean): Told {
  if (isKeyed && states.keyed !== null)
    return kind === 'whole' ? [201, { active: true, is_completed: true }] : conflict('idempotency_key_reused')
  if (!states.participantActive) return conflict('participant_archived')
  if (kind === 'not assigned') return [400, { survey_id: ['invalid'] }]
  if (kind === 'unfinished') return [400, { takes_medication: ['required'] }]
  if (isKeyed) states.keyed = states.surveys.length
  states.surveys.push({ active: true })
  return [201, { active: true, is_completed: true }]
}

/** There is no call that answers a stored survey again. */
export const answerAgain: Told = missing

export function archiveSurvey(survey: { active: boolean }, active: boolean): Told {
  survey.active = active
  return [200, { active, is_completed: true }]
}
