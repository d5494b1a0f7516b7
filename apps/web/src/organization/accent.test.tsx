import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { OrganizationLogo } from '../ui/OrganizationLogo.tsx'
import { useAccent } from '../ui/useAccent.ts'

function Coloured({ accent }: { accent: string | null }) {
  useAccent(accent)
  return <p>Página</p>
}
const shade = (number: number) => document.documentElement.style.getPropertyValue(`--mantine-color-accent-${number}`)

test('a colour sets all ten shades; without one, the product’s stay', async () => {
  await show(<Coloured accent={null} />, { user: examiner, answers: {} })
  expect(shade(8)).toBe('')
  await show(<Coloured accent="#8a1c4a" />, { user: examiner, answers: {} })
  expect(shade(8)).toBe('#8a1c4a')
  expect(
    Array.from({ length: 10 }, (_, number) => shade(number)).filter((each) => /^#[0-9a-f]{6}$/.test(each)),
  ).toHaveLength(10)
})

test('the logo has the name of the organisation, and nothing stands in its place while it cannot be loaded', async () => {
  await show(<OrganizationLogo sha256="x" alt="Clínica" className={undefined} />, {
    user: examiner,
    answers: { 'GET /report_letterhead/logo/': { status: 404, body: { code: 'not_found' } } },
  })
  expect(screen.queryByAltText('Clínica')).toBeNull()
})
