import '../outbox/fake-database.ts'
import type { ProtocolItem, ProtocolResponse } from '@fonema/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { createReadable } from '../../ui/readable.ts'
import type { Heard } from '../decide/heard.ts'
import type { Outcome } from '../end/session-summary.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { settleMs } from '../useSettled.ts'
import { RecordControls } from './RecordControls.tsx'

afterEach(() => void vi.useRealTimers())

const item = {
  id: idOf(1),
  title: 'Vocal',
  max_duration: 30,
  min_duration: 0,
  skippable: true,
  audio: null,
  video: null,
  image: null,
  trigger: '',
} as unknown as ProtocolItem
const other = { ...item, id: idOf(2) } as ProtocolItem
const stimulus = { mustBeHeard: false, mustHear: null, isPlaying: false, waitsFor: null } as const
const meter = createReadable({ level: 0, levels: [], elapsedSeconds: 0 })
const heard = {
  id: 'take',
  itemId: item.id,
  number: 2,
  holder: 'page',
  sound: null,
  completeness: null,
  examinerChannel: null,
} satisfies Heard

const flowOf = (given: Partial<Record<keyof RecordingFlow, unknown>>) =>
  ({
    items: [item, other],
    done: new Map(),
    dialog: null,
    recorded: 'nothing',
    heard: null,
    judgement: null,
    recorder: { meter },
    recording: { status: 'ready', noVolume: false },
    space: 'enough',
    isAtLimit: false,
    begunSeconds: null,
    goingSeconds: 0,
    setDialog: vi.fn(),
    next: vi.fn(),
    keepTake: vi.fn(),
    target: { participantId: 'p', responseId: 's', itemId: item.id },
    ...given,
  }) as unknown as RecordingFlow

const draw = (flow: RecordingFlow, { takes = [] as object[], isPatientMode = false } = {}) =>
  show(
    <RecordControls
      flow={flow}
      item={item}
      stimulus={stimulus}
      isBehind={false}
      isPatientMode={isPatientMode}
      onPlayer={() => {}}
    />,
    {
      areas: ['responses', 'analysis', 'participant_screen'],
      answers: {
        'GET /protocols/responses/{participant_id}/{protocol_res_id}/': {
          body: { responses: [{ protocol_item: item, take: 1, takes }] } as unknown as ProtocolResponse,
        },
      },
    },
  )
/** Drawn, and the double click on what was there before is over: buttons and keys are on. */
async function drawSettled(flow: RecordingFlow, more: { isPatientMode?: boolean } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await draw(flow, more)
  act(() => void vi.advanceTimersByTime(settleMs))
}
const both = new Map<string, Outcome>([
  [item.id, 'recorded'],
  [other.id, 'recorded'],
])
const takeOf = (take: number, status: string) => ({
  take,
  status,
  duration: 3,
  interrupted: false,
  quality: { verdict: 'good' },
  window: { start: 0, end: 3 },
  gaps: [],
  recorded_at: '2026-11-25T10:00:00Z',
  superseded: false,
  continues: null,
})

test('skipping is off until a double click on the button before is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const flow = flowOf({})
  await draw(flow)
  const skip = screen.getByRole('button', { name: 'Omitir ítem' })
  fireEvent.click(skip)
  expect(flow.setDialog).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(settleMs))
  fireEvent.click(skip)
  expect(flow.setDialog).toHaveBeenCalledWith('skip')
})

test('before an item is recorded again, its takes are listed, also a single one', async () => {
  await draw(flowOf({ done: both }), { takes: [takeOf(1, 'counting')] })
  expect(await screen.findByRole('button', { name: '1 toma; cuenta la 1' })).toBeTruthy()
})

test('after an interrupted retake of a complete session, the summary can be reached without a change', async () => {
  const flow = flowOf({ done: both, recorded: 'interrupted', heard })
  await drawSettled(flow)
  fireEvent.click(screen.getByRole('button', { name: 'Volver al resumen' }))
  expect(flow.setDialog).toHaveBeenCalledWith('end')
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  expect(flow.setDialog).toHaveBeenCalledTimes(2)
})

test('after an interrupted retake in mid-session, the take that counts is kept by button and key', async () => {
  const flow = flowOf({ done: new Map([[item.id, 'recorded']]), recorded: 'interrupted', heard })
  await drawSettled(flow)
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con la toma que cuenta' }))
  fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' })
  expect(flow.next).toHaveBeenCalledTimes(2)
  expect(flow.keepTake).not.toHaveBeenCalled()
})

test('in patient mode, Esc does not lead to the summary', async () => {
  const flow = flowOf({ done: both })
  await drawSettled(flow, { isPatientMode: true })
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  expect(flow.setDialog).not.toHaveBeenCalled()
})

test('the card says that the maximum ended the take', async () => {
  await draw(flowOf({ recorded: 'whole', heard, isAtLimit: true }))
  expect(screen.getByText(/^Este ítem dura como máximo 30 segundos/)).toBeTruthy()
})
