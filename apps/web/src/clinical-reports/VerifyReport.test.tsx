import type { ReportVerification } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { VerifyReport } from './VerifyReport.tsx'

const intact: ReportVerification = { intact: true, faults: [], reprint: 'equal', pdf_sha256: 'a' }
const route = 'GET /clinical_reports/{participant_id}/{report_id}/verify/'

/** The answer in words after a click. */
async function check(answer: { status?: number; body: unknown }) {
  const report = { id: 'r', participant: 'p' } as unknown as Parameters<typeof VerifyReport>[0]['report']
  await show(<VerifyReport report={report} />, { areas: ['clinical_reports'], answers: { [route]: answer } })
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Comprobar el archivo' }))
  return (await screen.findByRole('alert')).textContent
}

test.each([
  ['equal', 'igual byte a byte'],
  ['other_layout', 'otra versión de Fonema'],
  ['failed', 'no se pudo imprimir de nuevo'],
] as const)('an intact report says so, and whether it was printed again: %s', async (reprint, words) => {
  const said = await check({ body: { ...intact, reprint } })
  expect(said).toContain('Íntegro: el archivo, el contenido y la firma')
  expect(said).toContain(words)
})

test('each fault has its sentence, and nothing is called intact', async () => {
  const faults: ReportVerification['faults'] = ['pdf', 'json', 'signature', 'row', 'certificate']
  const said = await check({ body: { intact: false, faults, reprint: 'different', pdf_sha256: 'a' } })
  expect(said).toContain('Lo guardado no es lo que se firmó')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(said).toContain('La firma del PDF con el certificado falta')
  expect(said).not.toContain('Íntegro')
})

test('a check without an answer says so', async () => {
  expect(await check({ status: 503, body: { code: 'unavailable' } })).not.toContain('Íntegro')
})
