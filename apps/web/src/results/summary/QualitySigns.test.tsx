import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { Item } from '../session/session-state.ts'
import { QualitySigns } from './QualitySigns.tsx'

const item = (order: number, state: Item['state'], verdict?: 'good' | 'fair' | 'poor') =>
  ({
    item: { id: `i${order}`, order, title: `Tarea ${order}` },
    answer: verdict && { quality: { verdict, reasons: [] } },
    state,
  }) as unknown as Item

const items = [
  item(1, 'ready', 'good'),
  item(2, 'ready', 'fair'),
  item(3, 'poor', 'poor'),
  item(4, 'pending'),
  item(5, 'failed'),
  item(6, 'unanswered'),
]

async function draw() {
  await show(<QualitySigns items={items} />, { areas: ['findings', 'responses', 'analysis'], answers: {} })
  return within(screen.getByRole('list', { name: 'Calidad de cada ítem' })).getAllByRole('link')
}

test('each item has a sign that is named by its number, title and quality, and leads to the item', async () => {
  const signs = await draw()
  expect(signs.map((sign) => sign.getAttribute('aria-label'))).toEqual([
    '1. Tarea 1: Buena',
    '2. Tarea 2: Aceptable',
    '3. Tarea 3: Deficiente',
    '4. Tarea 4: Analizando',
    '5. Tarea 5: Análisis fallido',
    '6. Tarea 6: Sin responder',
  ])
  expect(signs.map((sign) => sign.textContent)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(signs[2]!.getAttribute('href')).toBe('/?item=3&recording=3')
})

test('a fair recording has a sign of its own, and only a good one has the sign of a good one', async () => {
  const signs = await draw()
  expect(signs.map(({ dataset }) => dataset.sign)).toEqual(['good', 'fair', 'poor', 'pending', 'failed', 'unanswered'])
  const [good, fair, poor] = signs.slice(0, 3).map((sign) => sign.querySelector('svg')!.innerHTML)
  expect(new Set([good, fair, poor]).size).toBe(3)
})
