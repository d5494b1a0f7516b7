// @module-tag long
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aboutSession, type Clinic, command, compare, openRun, reached, send } from '../../testing/response-clinic.ts'
import * as states from '../../testing/response-states.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { surveyIdOf } from '../content/load.ts'

const which = fc.nat({ max: 1 })
/** The last item belongs to another protocol. */
const anItem = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.constant(4) })
const often = <T>(usual: T, other: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) })

const uploading = fc
  .record({
    item: anItem,
    take: fc.integer({ min: 1, max: 3 }),
    hz: often(150, 200),
    length: fc.constantFrom(...(['whole', 'whole', 'barely', 'short'] as const)),
    interrupted: fc.constantFrom(false, false, true),
    which,
    recordedAt: often('now', 'at the beginning'),
  })
  .map(({ which: session, recordedAt, ...sent }) =>
    aboutSession(`upload, ${JSON.stringify({ ...sent, recordedAt })}`, session, ({ states: model, clinic }, _, place) =>
      send({ states: model, clinic }, place, {
        ...sent,
        recordedAt: recordedAt === 'now' ? model.now : clinic.begun.getTime(),
      }),
    ),
  )

/** Chooses one of the latest takes that do not count, or a take that does not exist. */
const choosing = fc
  .tuple(which, fc.nat({ max: 2 }), often(true, false), often('less noise', undefined))
  .map(([session, nth, isStored, reason]) =>
    aboutSession(
      `choose, ${isStored ? nth : 'none'}, ${reason}`,
      session,
      async ({ states: model, clinic }, answered, place) => {
        const stored = answered.items.flatMap(({ takes, counting }, item) =>
          [...takes.keys()].filter((take) => take !== counting).map((take) => ({ item, take })),
        )
        const { item, take } = (isStored && (stored.at(-1 - nth) ?? stored[0])) || { item: nth, take: 9 }
        const answer = await clinic.call('PATCH', clinic.itemPath(place, item), { take, reason })
        compare(
          'choose',
          states.choose(model, answered, item, { take, reason }),
          answer,
          answered.items[item]?.takes.get(take),
        )
      },
    ),
  )

/** Records every item without a counting take. */
const finishing = which.map((session) =>
  aboutSession('finish', session, async (run, { items }, place) => {
    for (const [item, { takes, counting }] of items.entries()) {
      if (counting !== null) continue
      const take = Math.max(0, ...takes.keys()) + 1
      const sent = { item, take, hz: 150, length: 'whole', interrupted: false } as const
      await send(run, place, { ...sent, recordedAt: run.states.now })
    }
  }),
)

const skipping = fc
  .tuple(which, anItem, fc.constantFrom('tired', 'tired', 'tired', 'tired', 'refused', ' '))
  .map(([session, item, purpose]) =>
    aboutSession(`skip, item ${item}, "${purpose}"`, session, async ({ states: model, clinic }, answered, place) => {
      const answer = await clinic.call('POST', clinic.itemPath(place, item), { skipped_purpose: purpose })
      compare('skip', states.skip(model, answered, item, purpose), answer)
    }),
  )

const starting = often(true, false).map((isAssigned) =>
  command(
    `start, ${isAssigned ? 'assigned' : 'not assigned'}`,
    async (model, clinic) => {
      const protocol_id = isAssigned ? clinic.protocolId : randomUUID()
      const answer = await clinic.call('POST', clinic.sessionsPath, { protocol_id })
      compare('start', states.start(model, isAssigned, clinic.fresh), answer)
      if (answer.statusCode === 201) clinic.sessions.push(answer.json().id)
    },
    ({ sessions }) => sessions.length < 2,
  ),
)

const commenting = fc.tuple(which, fc.constantFrom('bien', '', undefined)).map(([session, text]) =>
  aboutSession(`comment, ${text}`, session, async ({ states: model, clinic }, commented, place) => {
    const answer = await clinic.call('PATCH', clinic.sessionPath(place), text === undefined ? {} : { comment: text })
    compare('comment', states.comment(model, commented, text), answer)
  }),
)

const pathOf = (active: boolean) => (active ? 'activate/' : 'inactivate/')

const archivingSession = fc.tuple(which, fc.boolean()).map(([session, active]) =>
  aboutSession(pathOf(active), session, async ({ clinic }, archived, place) => {
    const answer = await clinic.call('PATCH', `${clinic.sessionPath(place)}${pathOf(active)}`)
    compare('archive session', states.archiveSession(archived, active), answer)
  }),
)

const archivingParticipant = fc.constantFrom(true, true, false).map((active) =>
  command(`participant ${pathOf(active)}`, async (model, clinic) => {
    const answer = await clinic.call('PATCH', `${clinic.participantPath}${pathOf(active)}`)
    compare('archive participant', states.archiveParticipant(model, active), answer)
  }),
)

const editing = fc.constantFrom('a', 'b').map((occupation) =>
  command('edit', async (model, clinic) => {
    const answer = await clinic.call('PATCH', clinic.participantPath, { occupation })
    compare('edit', states.editParticipant(model, occupation), answer)
  }),
)

const waiting = fc.constantFrom(1, 25).map((hours) =>
  command(`wait, ${hours} hours`, async (model, clinic) => {
    model.now = await clinic.wait(hours)
  }),
)

async function lookAtSurveys(model: states.States, clinic: Clinic) {
  const shown = (await clinic.call('GET', clinic.surveysPath)).json()
  const active = Object.fromEntries(shown.map((survey: { id: string; active: boolean }) => [survey.id, survey.active]))
  expect(active).toEqual(
    Object.fromEntries(model.surveys.map((survey, place) => [clinic.surveys[place], survey.active])),
  )
}

const filling = fc
  .tuple(fc.constantFrom(...(['whole', 'whole', 'unfinished', 'not assigned'] as const)), fc.boolean())
  .map(([kind, isKeyed]) =>
    command(`fill, ${kind}, ${isKeyed}`, async (model, clinic) => {
      const survey_id =
        kind === 'not assigned' ? randomUUID() : surveyIdOf({ key: 'health', wording_version: 1, locale: 'es-ES' })
      const response = { hearing: 'well', ...(kind !== 'unfinished' && { takes_medication: 'no' }) }
      const key: Record<string, string> = isKeyed ? { 'idempotency-key': clinic.participantPath } : {}
      const answer = await clinic.call('POST', clinic.surveysPath, { survey_id, response }, key)
      const repeated = isKeyed ? model.keyed : null
      compare('fill', states.fill(model, kind, isKeyed), answer)
      if (answer.statusCode === 201 && repeated === null) clinic.surveys.push(answer.json().id)
      else if (answer.statusCode === 201) expect(answer.json().id).toBe(clinic.surveys[repeated!])
      await lookAtSurveys(model, clinic)
    }),
  )

const changingSurvey = fc
  .tuple(which, fc.constantFrom('activate/', 'inactivate/', 'answer', 'answer'))
  .map(([survey, change]) =>
    command(
      `survey ${survey}, ${change}`,
      async (model, clinic) => {
        const place = survey % model.surveys.length
        const path = `${clinic.surveysPath}${clinic.surveys[place]}/`
        if (change === 'answer') {
          const answer = await clinic.call('PATCH', path, { response: { hearing: 'badly', takes_medication: 'no' } })
          compare('answer again', states.answerRepeated, answer)
        } else {
          const expected = states.archiveSurvey(model.surveys[place]!, change === 'activate/')
          compare('archive survey', expected, await clinic.call('PATCH', `${path}${change}`))
        }
        await lookAtSurveys(model, clinic)
      },
      ({ surveys }) => surveys.length > 0,
    ),
  )

const everything = [
  ...[
    uploading,
    uploading,
    uploading,
    uploading,
    choosing,
    choosing,
    skipping,
    skipping,
    finishing,
    finishing,
    starting,
  ],
  ...[archivingSession, archivingParticipant, waiting, waiting, commenting, editing, filling, filling],
  ...[changingSurvey, changingSurvey],
]

/** The answers that these runs must reach. Another seed may miss one. */
const seed = 2026
const mustReach = [
  ...[
    'upload: 201',
    'upload: 201 interrupted',
    'upload: 200',
    'upload: 400 too_short',
    'upload: 404 not_found',
    'upload: 409 already_answered',
  ],
  ...['upload: 409 participant_archived', 'upload: 409 response_archived', 'upload: 201 late'],
  'choose: 400 required',
  ...['choose: 200', 'choose: 200 late', 'choose: 200 interrupted', 'choose: 404 not_found'],
  ...['choose: 409 participant_archived', 'choose: 409 response_archived'],
  ...['skip: 201', 'skip: 200', 'skip: 400 required', 'skip: 400 not_skippable', 'skip: 404 not_found'],
  ...['skip: 409 already_answered', 'skip: 409 participant_archived', 'skip: 409 response_archived'],
  ...['start: 201', 'start: 400 invalid', 'start: 409 participant_archived', 'archive session: 200'],
  ...['comment: 200', 'comment: 400 empty_data', 'comment: 409 participant_archived', 'comment: 409 response_archived'],
  ...['archive participant: 200', 'edit: 200', 'edit: 409 participant_archived', 'archive survey: 200'],
  ...['fill: 201', 'fill: 400 invalid', 'fill: 400 required', 'fill: 409 participant_archived'],
  ...['fill: 409 idempotency_key_reused', 'answer again: 404 not_found'],
]

test('sessions and surveys change their states as in their model', { timeout: 900_000 }, async () => {
  const demo = await buildTestApp()
  let completed = 0
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.commands(everything, { maxCommands: 25, size: 'max' })), async (commands) => {
      const run = await openRun(demo)
      await fc.asyncModelRun(() => ({ model: run.states, real: run.clinic }), commands)
      completed += run.states.sessions.filter(({ completedAt }) => completedAt !== null).length
    }),
    { seed, numRuns: 150 },
  )
  const counts = [...reached].sort().map(([name, count]) => `${name} × ${count}`)
  process.stdout.write(`Seed ${seed}, ${completed} sessions completed; ${counts.join(', ')}\n`)
  expect(mustReach.filter((name) => !reached.has(name))).toEqual([])
  expect(completed).toBeGreaterThan(5)
})
