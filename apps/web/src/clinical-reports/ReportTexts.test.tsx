import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { ReportTexts } from './ReportTexts.tsx'

const snippets = 'GET /report_templates/'

test('a draft opens with the cursor in the impression', async () => {
  const texts = { purpose: '', impression: '', recommendations: '' }
  const props = {
    writing: { texts, state: 'saved', isDirty: false, change: () => {} },
    report: { content: { language: 'es', sources: { template: null } } },
  }
  await show(<ReportTexts {...(props as never as Parameters<typeof ReportTexts>[0])} />, {
    areas: ['clinical_reports'],
    answers: { [snippets]: { body: [] } },
  })
  expect(document.activeElement).toBe(screen.getByLabelText('Impresión clínica'))
})
