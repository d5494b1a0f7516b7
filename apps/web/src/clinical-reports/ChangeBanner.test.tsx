import { functionVersions, wordFunctionVersions } from '@fonema/speech'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { ChangeBanner } from './ChangeBanner.tsx'

test('the banner of a signed report names a function of a later version, with both versions', async () => {
  const raised = { kind: 'measure', entry: 'voice_quality', from: 6, to: 7 } as const
  await show(<ChangeBanner changes={[raised]} isDraft={false} isOutdated={false} />, {
    areas: ['clinical_reports'],
    answers: {},
  })
  const [line] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(line).toBe('El cálculo «Calidad de la voz» pasó de la versión 6 a la 7.')
  expect(screen.getByRole('alert').textContent).toContain('El informe conserva los valores')
})

test('the banner names a function that was measured again with another result', async () => {
  const replaced = { kind: 'measured_again', entry: 'voice_quality' } as const
  await show(<ChangeBanner changes={[replaced]} isDraft isOutdated />, { areas: ['clinical_reports'], answers: {} })
  const [line] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(line).toBe('«Calidad de la voz» se volvió a medir con otro resultado.')
})

test('the banner has a name for every function', async () => {
  const changes = Object.keys({ ...functionVersions, ...wordFunctionVersions }).map(
    (entry) => ({ kind: 'measured_again', entry }) as const,
  )
  await show(<ChangeBanner changes={changes} isDraft isOutdated />, { areas: ['clinical_reports'], answers: {} })
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(changes.length)
  expect(lines.filter((line) => line.includes('__'))).toEqual([])
})
