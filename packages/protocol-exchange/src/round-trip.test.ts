import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DraftItem, type DraftItemTexts, itemKinds, ProtocolDraft } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { content, mediumOf, options, shipped, small, texts } from './examples.fixture.ts'
import { type MediumToWrite, openZip, readProtocol, writeProtocol } from './index.ts'
import { withFiles } from './media-uses.ts'

const pack = async (draft: ProtocolDraft, of: (file: string) => MediumToWrite) =>
  Buffer.concat(await writeProtocol(draft, of).toArray())

/** Writes, reads, and writes what was read: content, media and archive must be equal. */
async function requireRoundTrip(draft: ProtocolDraft, of: (file: string) => MediumToWrite) {
  const archive = await pack(draft, of)
  expect((await pack(structuredClone(draft), of)).equals(archive)).toBe(true)
  const source = await openZip(archive)
  const read = await readProtocol(source, options)
  const media = new Map<string, MediumToWrite>()
  for (const { file, filename, read: bytes } of read.media) media.set(file, mediumOf(filename, await bytes()))
  const byHash = (file: string) => (media.get(file) ?? of(file)).sha256
  const hashed = (one: ProtocolDraft) => withFiles(one, (file) => `media/${byHash(file)}.bin`)
  expect(hashed(read.content)).toEqual(hashed(ProtocolDraft.parse(draft)))
  expect((await pack(read.content, (file) => media.get(file)!)).equals(archive)).toBe(true)
}

type ShippedProtocol = {
  key: string
  locale: string
  licence: string
  source: string
  practice: boolean
  name: string
  description: string
  items: (Pick<DraftItem, 'key' | 'category' | 'min_duration' | 'max_duration' | 'skippable'> &
    Pick<DraftItemTexts, 'title' | 'trigger'> &
    Partial<Pick<DraftItemTexts, 'reference_text' | 'information_units' | 'fluency'>> &
    Record<'image' | 'audio' | 'video', string | null>)[]
}

const folder = join(content, 'protocols')
const files = readdirSync(folder).map((name): ShippedProtocol => JSON.parse(readFileSync(join(folder, name), 'utf8')))
const terms = { licence: 'CC0-1.0', source: 'Fonema' }

function draftOf(versions: readonly ShippedProtocol[]): ProtocolDraft {
  const [{ key, licence, source, practice, items }] = versions as [ShippedProtocol]
  const by = <T>(value: (version: ShippedProtocol) => T) =>
    Object.fromEntries(versions.map((version) => [version.locale, value(version)]))
  return {
    key,
    licence,
    source,
    practice,
    locales: versions.map(({ locale }) => locale),
    texts: by(({ name, description }) => ({ name, description })),
    blocks: [
      {
        key: 'all',
        order: 'fixed',
        items: items.map(({ key, category, min_duration, max_duration, skippable }, index) => ({
          key,
          category,
          min_duration,
          max_duration,
          skippable,
          repeats: 1,
          texts: by((version) => {
            const { title, trigger, image, audio, video, ...item } = version.items[index]!
            return texts({
              title,
              trigger,
              reference_text: item.reference_text ?? '',
              information_units: item.information_units ?? [],
              fluency: item.fluency ?? null,
              image: image === null ? null : { ...terms, file: image, alt: title },
              audio: audio === null ? null : { ...terms, file: audio },
              video: video === null ? null : { ...terms, file: video, alt: title, subtitles: null },
            })
          }),
        })),
      },
    ],
  }
}

const protocols = Map.groupBy(files, ({ key }) => key)

test.each([...protocols.keys()])('the shipped protocol %s comes back equal, in all languages', async (key) => {
  await requireRoundTrip(draftOf(protocols.get(key)!), shipped)
})

const text = fc.string({ maxLength: 40, unit: fc.constantFrom(...'abñ ç«»"\\&é漢😀\n') }).map((one) => one.trim())
const medium = fc.record({
  file: fc.constantFrom('a/1.bin', 'a/2.bin', 'b/1.bin', 'b/ç 3'),
  licence: text,
  source: text,
})
const pictured = fc.tuple(medium, text).map(([one, alt]) => ({ ...one, file: `image/${one.file}`, alt }))
const heard = medium.map((one) => ({ ...one, file: `audio/${one.file}` }))
const itemTexts = fc
  .record({
    title: text,
    reference_text: text,
    image: fc.option(pictured),
    audio: fc.option(heard),
    information_units: fc.array(
      text.filter((one) => one !== ''),
      { maxLength: 3 },
    ),
  })
  .map(texts)
const item = fc.record({
  category: fc.constantFrom(...itemKinds),
  min_duration: fc.integer({ min: 0, max: 100 }),
  max_duration: fc.option(fc.integer({ min: 1, max: 3600 })),
  skippable: fc.boolean(),
  repeats: fc.integer({ min: 1, max: 10 }),
  texts: fc.record({ 'es-ES': itemTexts, 'en-US': itemTexts }, { requiredKeys: [] }),
})
const draft = fc
  .record({
    licence: text,
    practice: fc.boolean(),
    blocks: fc.array(fc.tuple(fc.constantFrom('fixed', 'random'), fc.array(item, { maxLength: 4 })), { maxLength: 3 }),
  })
  .map(
    ({ licence, practice, blocks }): ProtocolDraft => ({
      ...small(),
      licence,
      practice,
      locales: ['en-US', 'es-ES'],
      blocks: blocks.map(([order, items], block) => ({
        key: `block-${block}`,
        order,
        items: items.map((one, index) => ({ ...one, key: `item-${block}-${index}` })),
      })),
    }),
  )

test('50 generated protocols come back equal', async () => {
  // Names that differ only by their folder, and one that no archive could hold, get names of their own.
  const of = (file: string) => mediumOf(file.slice(file.lastIndexOf('/') + 1), Buffer.from(`bytes of ${file}`))
  const unlike = (one: ProtocolDraft) => withFiles(one, (file) => file.replace('ç ', 'c-').replace(/3$/, '3.bin'))
  await fc.assert(
    fc.asyncProperty(draft, (one) => requireRoundTrip(unlike(one), of)),
    { numRuns: 50, seed: 346 },
  )
})

test('the bytes of an archive depend on nothing but its content', async () => {
  const archive = await pack(small(), () => mediumOf('park.svg', Buffer.from('<svg/>')))
  expect(mediumOf('', archive).sha256).toBe('94f55fa6830197e6ca8572c01a14a7d47d1cefd7bd332a753cf217e8b61b8c31')
})

test('reads an archive that is a file on the disk as one in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonema-protocol-'))
  try {
    const archive = join(folder, 'small.zip')
    writeFileSync(archive, await pack(small(), shipped))
    const source = await openZip(archive)
    const { content, media } = await readProtocol(source, options)
    expect([content.key, (await media[0]!.read()).length]).toEqual(['small', media[0]!.size])
    source.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('reads an archive whose files are in one folder, as a desktop packs them', async () => {
  const archive = await pack(small(), shipped)
  const source = await openZip(archive)
  const inFolder = {
    ...source,
    files: new Map([...source.files].map(([path, size]) => [`small/${path}`, size])),
    read: (path: string, most: number) => source.read(path.slice('small/'.length), most),
  }
  const { content, media } = await readProtocol(inFolder, options)
  expect([content.key, media.length, (await media[0]!.read()).length]).toEqual(['small', 1, media[0]!.size])
})
