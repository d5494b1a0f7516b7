import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DraftItemTexts, ProtocolDraft } from '@fonema/contract'
import type { MediumToWrite } from './write.ts'

export const options = { locales: ['es-ES', 'en-US', 'pt-BR', 'fr-FR'], fallback: 'es-ES' }
export const content = join(import.meta.dirname, '../../content')

export const mediumOf = (filename: string, bytes: Buffer): MediumToWrite => ({
  filename,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from([bytes]),
})
export const shipped = (file: string) =>
  mediumOf(file.slice(file.lastIndexOf('/') + 1), readFileSync(join(content, 'media', file)))

export const texts = (changes: Partial<DraftItemTexts> = {}): DraftItemTexts => ({
  title: 'Un título',
  trigger: '<p>Diga <strong>«aaa»</strong>.</p>',
  reference_text: '',
  information_units: [],
  fluency: null,
  image: null,
  audio: null,
  video: null,
  ...changes,
})

/** One item with a picture. */
export const small = (changes: Partial<DraftItemTexts> = {}): ProtocolDraft => ({
  key: 'small',
  licence: 'CC0-1.0',
  source: 'A test',
  practice: false,
  locales: ['es-ES'],
  texts: { 'es-ES': { name: 'Pequeño', description: 'Un ejemplo' } },
  blocks: [
    {
      key: 'first',
      order: 'fixed',
      items: [
        {
          key: 'picture',
          category: 'picture_description',
          min_duration: 5,
          max_duration: 60,
          skippable: true,
          repeats: 1,
          texts: {
            'es-ES': texts({
              image: { file: 'images/park.svg', licence: 'CC0-1.0', source: 'A test', alt: 'Un parque' },
              ...changes,
            }),
          },
        },
      ],
    },
  ],
})
