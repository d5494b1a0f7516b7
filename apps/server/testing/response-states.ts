// The possible states of a participant's sessions and surveys, and the answer to each call in each state. Written
// independently of the product; states.test.ts compares the two.

export type Take = { sound: string; interrupted: boolean; late: boolean }
export type ItemState = {
  min_duration: number
  skippable: boolean
  /** By the take number that the page assigned. */
  takes: Map<number, Take>
  /** The number of the counting take. */
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
  /** The survey response that was stored with a key. */
  keyed: number | null
}

/** The answer to a call. */
export type ExpectedAnswer = readonly [status: number, body: object]

const missing: ExpectedAnswer = [404, { code: 'not_found' }]
const conflict = (code: string): ExpectedAnswer => [409, { code }]
const day = 24 * 3_600_000

/** A recording may be a quarter of a second shorter than its item requires. */
export const lengths = { whole: 0.5, barely: -0.2, short: -0.5 }

export type Upload = {
  /** The position of the item; one position after the last is an item of another protocol. */
  item: number
  take: number
  hz: number
  length: keyof typeof lengths
  interrupted: boolean
  /** The browser's time; it decides nothing. */
  recordedAt: number
}

const isAnswered = ({ counting, skipped }: ItemState) => skipped !== null || counting !== null

function statusOf({ interrupted, late }: Take, counts: boolean) {
  if (counts) return 'counting'
  if (late) return 'late'
  return interrupted ? 'interrupted' : 'superseded'
}

/** The order in which takes are shown: interrupted ones after whole ones, late ones last. */
const placeOf = ({ status, interrupted, late }: { status: string; interrupted: boolean; late: boolean }) =>
  status === 'counting' ? 0 : 1 + 2 * Number(late) + Number(interrupted)

/** Without a counting take, an interrupted one is shown; a skipped item shows none. */
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
  active,
  comment,
  is_completed: completedAt !== null,
  responses: items.filter(({ takes, skipped }) => takes.size > 0 || skipped !== null).map(shownItem),
})

function whyClosed(states: States, session: SessionState): ExpectedAnswer | undefined {
  if (!states.participantActive) return conflict('participant_archived')
  return session.active ? undefined : conflict('response_archived')
}

function completeIfAnswered(states: States, session: SessionState) {
  if (session.items.every(isAnswered)) session.completedAt ??= states.now
}

export function start(states: States, isAssigned: boolean, fresh: () => ItemState[]): ExpectedAnswer {
  if (!states.participantActive) return conflict('participant_archived')
  if (!isAssigned) return [400, { protocol_id: ['invalid'] }]
  const session = { active: true, comment: null, completedAt: null, items: fresh() }
  states.sessions.push(session)
  return [201, shownSession(session)]
}

export function upload(states: States, session: SessionState, sent: Upload): ExpectedAnswer {
  const item = session.items[sent.item]
  if (item === undefined) return missing
  const sound = `${sent.hz} Hz, ${sent.length}`
  const stored = item.takes.get(sent.take)
  if (stored !== undefined) return stored.sound === sound ? [200, shownItem(item)] : conflict('already_answered')
  const closed = whyClosed(states, session)
  if (closed !== undefined) return closed
  if (sent.length === 'short' && !sent.interrupted) return [400, { speech: ['too_short'] }]
  const late = session.completedAt !== null && states.now - session.completedAt > day
  // A whole, timely take prevents lower numbers from counting, even when the examiner chose another one.
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

export function skip(states: States, session: SessionState, place: number, purpose: string): ExpectedAnswer {
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

/** The examiner makes a stored take count, however long ago the session was completed, but then with a reason. */
export function choose(
  states: States,
  session: SessionState,
  place: number,
  { take, reason }: { take: number; reason: string | undefined },
): ExpectedAnswer {
  const item = session.items[place]
  if (item === undefined || !item.takes.has(take)) return missing
  const closed = whyClosed(states, session)
  if (closed !== undefined) return closed
  const isChange = item.counting !== take
  if (isChange && session.completedAt !== null && reason === undefined) return [400, { reason: ['required'] }]
  item.counting = take
  item.skipped = null
  completeIfAnswered(states, session)
  return [200, shownItem(item)]
}

/** A comment may be written long after completion. */
export function comment(states: States, session: SessionState, text: string | undefined): ExpectedAnswer {
  if (!states.participantActive) return conflict('participant_archived')
  if (!session.active) return conflict('response_archived')
  if (text === undefined) return [400, { non_field_errors: ['empty_data'] }]
  session.comment = text === '' ? null : text
  return [200, shownSession(session)]
}

export function archiveSession(session: SessionState, active: boolean): ExpectedAnswer {
  session.active = active
  return [200, shownSession(session)]
}

export function archiveParticipant(states: States, active: boolean): ExpectedAnswer {
  states.participantActive = active
  return [200, { active }]
}

export const editParticipant = ({ participantActive }: States, occupation: string): ExpectedAnswer =>
  participantActive ? [200, { occupation }] : conflict('participant_archived')

export type Filling = 'whole' | 'unfinished' | 'not assigned'

/** Only complete surveys are stored; an unfinished one is refused and stays in the browser. */
export function fill(states: States, kind: Filling, isKeyed: boolean): ExpectedAnswer {
  if (isKeyed && states.keyed !== null)
    return kind === 'whole' ? [201, { active: true, is_completed: true }] : conflict('idempotency_key_reused')
  if (!states.participantActive) return conflict('participant_archived')
  if (kind === 'not assigned') return [400, { survey_id: ['invalid'] }]
  if (kind === 'unfinished') return [400, { takes_medication: ['required'] }]
  if (isKeyed) states.keyed = states.surveys.length
  states.surveys.push({ active: true })
  return [201, { active: true, is_completed: true }]
}

/** No call changes the answers of a stored survey. */
export const answerRepeated: ExpectedAnswer = missing

export function archiveSurvey(survey: { active: boolean }, active: boolean): ExpectedAnswer {
  survey.active = active
  return [200, { active, is_completed: true }]
}
