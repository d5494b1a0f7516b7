import type { FileId, ParticipantFile } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, participantOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { FilesModal } from './FilesModal.tsx'

const participant = participantOf(1)
const fileOf = (filename: string): ParticipantFile => ({
  id: `file ${filename}` as FileId,
  filename,
  label: null,
  content_type: 'text/plain',
  size: 5,
  sha256: 'ab',
  date_created: '2026-11-22T12:00:00Z',
})
const showFiles = (names: readonly string[]) =>
  show(<FilesModal participant={participant} onClose={() => {}} />, {
    user: examiner,
    areas: ['files'],
    answers: {
      'GET /files/rules/': { body: { max_bytes: 20_000_000, extensions: ['pdf', 'txt'] } },
      'GET /files/{participant_id}/': { body: names.map(fileOf) },
    },
  })
const listed = () =>
  screen.queryAllByRole('button', { name: /^Descargar/ }).map(({ ariaLabel }) => ariaLabel?.replace('Descargar ', ''))

test('an empty list states that it is empty and has no filter', async () => {
  await showFiles([])
  await screen.findByText('Todavía no hay archivos.')
  screen.getByText(/PDF, TXT/)
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('six files are listed per page, and the filter finds those of other pages by any letter case', async () => {
  await showFiles(['f.txt', 'e.txt', 'd.txt', 'c.txt', 'b.txt', 'a.txt', 'informe.pdf'])
  await screen.findByRole('navigation', { name: 'Páginas de archivos' })
  expect(listed()).toEqual(['f.txt', 'e.txt', 'd.txt', 'c.txt', 'b.txt', 'a.txt'])
  const filter = screen.getByLabelText('Filtrar por nombre')
  fireEvent.change(filter, { target: { value: 'INFORME' } })
  expect(listed()).toEqual(['informe.pdf'])
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.change(filter, { target: { value: 'otro' } })
  screen.getByText('Ningún archivo tiene ese nombre.')
})
