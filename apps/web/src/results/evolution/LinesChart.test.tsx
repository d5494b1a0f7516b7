import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { LinesChart, type LinesChartProps } from './LinesChart.tsx'
import { lineOf, pointAt } from './testing.ts'

const jitter = lineOf('jitter_local_pct', [
  pointAt(0, 3, { places: { p: 90 }, device: 'Headset' }),
  pointAt(1, 2, { places: { p: 40 } }),
  pointAt(2, 1, { places: { p: 20 } }),
])
const draw = (changes: Partial<LinesChartProps>) =>
  show(
    <LinesChart
      participantId="x"
      populationId="p"
      events={[]}
      width={960}
      label="Evolución"
      dates={jitter.points.map(({ date }) => date)}
      lines={[{ line: jitter, mark: 0, band: [30, 50] }]}
      {...changes}
    />,
    { user: examiner, areas: ['analysis'], answers: {} },
  )
const svg = () => document.querySelector('svg')!

test('a session that cannot be compared is hollow, gives the reason, and has no line through it', async () => {
  await draw({})
  const hollow = svg().querySelectorAll('[data-hollow]')
  expect(hollow).toHaveLength(1)
  expect(hollow[0]!.getAttribute('aria-label')).toMatch(/lugar|90.*otro micrófono/)
  expect(hollow[0]!.querySelector('path')!.getAttribute('fill')).toBe('#fff')
  expect(svg().querySelector('[data-series]')!.getAttribute('d')!.match(/[ML]/g)).toEqual(['M', 'L'])
})

test('the band is drawn on the axis of the population, from the first comparable session on', async () => {
  await draw({})
  const [band] = svg().querySelectorAll('[data-band-of="jitter_local_pct"] rect')
  const ticks = [...svg().querySelectorAll('line')].map((line) => Number(line.getAttribute('y1')))
  // 100 places lie between the lowest and the highest line of the grid.
  const place = (Math.max(...ticks) - Math.min(...ticks)) / 100
  expect(Number(band!.getAttribute('height'))).toBeCloseTo(20 * place, 6)
  expect(Number(band!.getAttribute('y'))).toBeCloseTo(Math.max(...ticks) - 50 * place, 6)
})

test('an axis of values that are never negative begins at 0', async () => {
  const none = lineOf('repetitions_per_100_words', [pointAt(0, 0, {}), pointAt(1, 0, {})])
  await draw({ populationId: null, lines: [{ line: none, mark: 0, band: null }] })
  const ticks = [...svg().querySelectorAll('line + text')].map((text) => text.textContent)
  expect(ticks[0]).toBe('0')
  expect(ticks.some((tick) => /[-−]/.test(tick))).toBe(false)
})

test('each line is named at its end, and an event is read from its mark', async () => {
  const event = { id: 's1', date: jitter.points[1]!.date, kind: 'comment' as const, text: 'Empieza terapia' }
  await draw({ events: [event] })
  expect(svg().querySelector('[data-label]')!.textContent).toMatch(/Jitter/)
  expect(svg().querySelector('[data-event]')!.closest('a')!.getAttribute('aria-label')).toMatch(/Empieza terapia$/)
})
