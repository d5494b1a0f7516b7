import type { TakeUpload, Upload } from '../recorder/upload.ts'
import { uploadQueue } from '../uploads.tsx'

/** Each recording as a file of its own: browsers ask once whether a page may save several. */
export async function downloadTakes(takes: readonly TakeUpload[]): Promise<void> {
  for (const upload of takes) await downloadTake(upload)
}

export async function downloadTake(upload: TakeUpload): Promise<void> {
  const { take, number, itemId } = upload
  const { speech, examiner } = await uploadQueue().audioOf(upload)
  const name = `${take.recordedAt.replaceAll(':', '-')}_${itemId}_${number}`
  save(speech, `${name}.wav`)
  if (examiner !== null) save(examiner, `${name}_examiner.wav`)
}

/** The answers by the names of their questions. */
export function downloadText({ name, body }: Extract<Upload, { kind: 'survey' }>): void {
  save(new Blob([JSON.stringify({ survey: name, ...body }, null, 2)], { type: 'application/json' }), `${name}.json`)
}

function save(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
