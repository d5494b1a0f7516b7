import type { HiddenWords, TranscriptImportPreview } from '@fonema/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, show } from '../../testing/show.tsx'
import { DownloadTranscript } from './DownloadTranscript.tsx'
import { ImportTranscript } from './ImportTranscript.tsx'

const item = { participant_id: 'p', protocol_res_id: 's', protocol_item_id: 'i' }
const path = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/' as const
const close = () => {}

const download = (answers: Answers) =>
  show(<DownloadTranscript item={item} onClose={close} />, { areas: ['transcript_files'], answers })

const nobodyElse = { others: [], others_everywhere: false, flagged: [] }

test('each format says what it holds', async () => {
  await download({})
  const format = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Formato' })
  screen.getByText('Guarda todo: palabras, tiempos, quién habla y marcas.')
  fireEvent.change(format, { target: { value: 'vtt' } })
  screen.getByText(/Se pierden los tiempos de cada palabra y las marcas/)
})

test('hidden words are listed before the files leave', async () => {
  const hidden: HiddenWords = {
    version: 2,
    reason: null,
    silences_all: true,
    ...nobodyElse,
    words: [
      { place: 1, text: 'Ana', marked: true },
      { place: 4, text: '1978', marked: false },
    ],
  }
  await download({ [`GET ${path}transcript/hidden/`]: { body: hidden } })
  expect(screen.queryByRole('button', { name: 'Descargar la grabación' })).toBeNull()
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ocultar los nombres/ }))
  await screen.findByText('marcada')
  screen.getByText('encontrada')
  screen.getByText(/toda la grabación quedará en silencio/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Descargar la grabación' }).disabled).toBe(false)
})

test('the dialog says how much of others is silenced, and when it is everything', async () => {
  const others = [
    { start_s: 1, end_s: 2 },
    { start_s: 4, end_s: 5.5 },
  ]
  const hidden: HiddenWords = {
    version: 2,
    reason: null,
    silences_all: false,
    others,
    others_everywhere: false,
    flagged: [{ start_s: 10, end_s: 18.5 }],
    words: [],
  }
  await download({ [`GET ${path}transcript/hidden/`]: { body: hidden } })
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ocultar los nombres/ }))
  await screen.findByText(/2,5 s en los que puede oírse a otra persona/)
  screen.getByText(/8,5 s alrededor de los nombres que se señalaron/)
  cleanup()
  await download({ [`GET ${path}transcript/hidden/`]: { body: { ...hidden, others_everywhere: true } } })
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ocultar los nombres/ }))
  await screen.findByText(/toda la grabación quedará en silencio/)
})

test('without confirmed words nothing can be downloaded with hidden names', async () => {
  const hidden: HiddenWords = { version: 1, reason: 'not_confirmed', silences_all: false, ...nobodyElse, words: [] }
  await download({ [`GET ${path}transcript/hidden/`]: { body: hidden } })
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ocultar los nombres/ }))
  await screen.findByText(/Una persona debe confirmar/)
  for (const name of ['Descargar la transcripción', 'Descargar la grabación'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})

test('a recording that cannot be silenced says why', async () => {
  const hidden: HiddenWords = { version: 2, reason: null, silences_all: false, ...nobodyElse, words: [] }
  await download({
    [`GET ${path}transcript/hidden/`]: { body: hidden },
    [`GET ${path}audio_deidentified/`]: { status: 409, body: { code: 'cannot_hide_names', reason: 'unreadable' } },
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ocultar los nombres/ }))
  await screen.findByText(/No hay nada marcado/)
  fireEvent.click(screen.getByRole('button', { name: 'Descargar la grabación' }))
  await screen.findByText(/La grabación no es un archivo WAV/)
})

const choose = (answers: Answers) =>
  show(<ImportTranscript item={item} onClose={close} />, {
    areas: ['transcript_files', 'imports', 'analysis'],
    answers,
  }).then(async ({ sent }) => {
    await screen.findByRole('button', { name: 'Elegir archivo' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.TextGrid')] } })
    return sent
  })

test('an import shows what changes and what is lost, and is based on the version that was compared', async () => {
  const preview: TranscriptImportPreview = {
    format: 'vtt',
    based_on: 3,
    text: 'hola amigos',
    words: 2,
    untimed: 1,
    changes: { added: 1, removed: 2, times: 0, speakers: 0, marks: 0 },
    losses: [{ code: 'times_of_words', count: 2 }],
  }
  const sent = await choose({ [`POST ${path}transcript/import/`]: { body: preview } })
  await screen.findByText('1 palabra nueva')
  screen.getByText('2 palabras menos')
  screen.getByText('2 palabras solo tienen el tiempo de su frase')
  screen.getByText('1 palabra quedará sin tiempo')
  const fetched = vi.spyOn(globalThis, 'fetch')
  fireEvent.click(screen.getByRole('button', { name: 'Importar' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(String(fetched.mock.lastCall?.[0])).toMatch(/import\/\?based_on=3$/)
})

test('a file that cannot be read says why and where', async () => {
  const body = { code: 'transcript_file_refused', problem: 'bad_time', line: 20, place: 'NaN' }
  await choose({ [`POST ${path}transcript/import/`]: { status: 400, body } })
  await screen.findByText('Un tiempo no es un número. En la línea 20. (NaN)')
  expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
})

test('an empty file is called empty', async () => {
  await choose({ [`POST ${path}transcript/import/`]: { status: 400, body: { file: ['empty_data'] } } })
  await screen.findByText('El archivo está vacío.')
})
