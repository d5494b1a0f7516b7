import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readFlac, readWav } from '@fonema/speech'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { unzip } from '../../../testing/archives.ts'
import { withClient } from '../../../testing/database-setup.ts'
import { formOf, toneWav } from '../../../testing/recordings.ts'
import {
  addParticipant,
  orderResearch,
  packOrdered,
  rowsOf,
  writtenAboutThem,
} from '../../../testing/research-archive.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { escaped, percent, tracesIn, utf16be } from '../../../testing/traces.ts'
import { pack } from '../pack.ts'
import { createParquet } from './parquet.ts'

/** The birthday in the forms that people write. */
const birthdays = [
  '1931-02-03',
  '03/02/1931',
  '3/2/1931',
  '03-02-1931',
  '03.02.1931',
  '1931/02/03',
  '3 de febrero de 1931',
  'February 3, 1931',
  '3 février 1931',
]

const address = 'Calle Zenobia 1234, piso 4º B'
const serial = 'ZNB-SN-00417-7'
const organization = 'Hospital Zenobia de Ñandubay'

/** Columns of text that people write; the names of the others belong to the program. */
const written =
  /(^|_)(name|title|comment|note|notes|description|label|text|reason|purpose|message|email|address|phone|occupation|diagnose|subject|because|word|unit|filename|holder|code|author)$/
/** Shipped content, and the order itself. */
const ofTheProgram = ['item_categories', 'locales', 'models', 'packages', 'population_samples', 'takeouts']

/** Writes a text of its own into every written column of every row. @returns the columns, each with its text */
const plantInColumns = (demo: TestApp) =>
  withClient(demo.url, async (client) => {
    const planted = new Map<string, string>()
    await client.query('begin')
    // The texts break rules of the product, which are not what is tested here.
    await client.query("set local session_replication_role = 'replica'")
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      `select c.table_name, c.column_name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text' and is_generated = 'NEVER'
       order by 1, 2`,
    )
    for (const { table_name: table, column_name: column } of rows) {
      if (!written.test(column) || ofTheProgram.includes(table)) continue
      const text = `Zenobia-${table}-${column}`
      await client.query('savepoint one')
      try {
        const { rowCount } = await client.query(
          `update ${table} set ${column} = $1 || '-' || left(md5(ctid::text), 6)`,
          [text],
        )
        if (rowCount !== 0) planted.set(`${table}.${column}`, text)
      } catch (error) {
        // A column that takes only some words.
        expect([text, (error as { code: string }).code]).toEqual([text, expect.stringMatching(/^23/)])
        await client.query('rollback to savepoint one')
      }
    }
    await client.query('commit')
    return planted
  })

/** Two people with everything that identifies them, of whom one agreed, in an organisation with a name of its own. */
async function plant(demo: TestApp) {
  const headers = await demo.signIn('examiner@demo.example')
  const ids = await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  await addParticipant(demo, headers, { code: 'NOT-ASKED', consents: false })
  const file = formOf(toneWav(1), {}, 'file')
  const named = Buffer.from(file.payload.toString('latin1').replace('item.wav', 'Zenobia-file.wav'), 'latin1')
  const url = `/api/files/${ids.participantId}/`
  const sent = await demo.app.inject({ method: 'POST', url, headers: { ...headers, ...file.headers }, payload: named })
  expect(sent.statusCode).toBe(201)
  const free = [...birthdays, address, serial].join(' ; ')
  await withClient(demo.url, async (client) => {
    await client.query("set session_replication_role = 'replica'")
    await client.query('update organizations set name = $1', [organization])
    await client.query('update protocol_responses set comment = comment || $1', [free])
    const settings = { label: `Zenobia-microphone ${serial}`, deviceId: serial, agent: free }
    await client.query("update takes set settings = settings || $1, chosen_because = 'Zenobia-chosen'", [
      JSON.stringify(settings),
    ])
    await client.query('update survey_responses set answers = answers || $1', [
      JSON.stringify({ work: free, language_notes: address }),
    ])
    await client.query('update participants set diagnose = diagnose || $1, occupation = occupation || $1', [free])
    await client.query('update transcripts set text = text || $1', [free])
    const ofTakes = 'select gen_random_uuid(), organization_id, id'
    await client.query(`insert into fluency_decisions
      (id, organization_id, take_id, language, task, word, beside, choice, user_id, date_created)
      ${ofTakes}, 'es', 'animals', 'Zenobia-fluency', '', 'repetition', recorded_by, now() from takes`)
    await client.query(`insert into content_unit_decisions
      (id, organization_id, take_id, unit, choice, user_id, date_created)
      ${ofTakes}, 'Zenobia-unit', 'said', recorded_by, now() from takes`)
    await client.query(`insert into second_opinions
      (id, organization_id, take_id, user_id, first_version, words, date_created, finished_at)
      ${ofTakes}, recorded_by, 1, '[{"text": "Zenobia-opinion"}]', now(), now() from takes`)
    await client.query(`update feature_results set data = '{"transcript": "Zenobia-recognized"}'`)
  })
  return [
    ...writtenAboutThem.filter((text) => !birthdays.includes(text)),
    ...birthdays,
    ...[
      address,
      serial,
      organization,
      'Zenobia-file',
      'Zenobia-chosen',
      'Zenobia-fluency',
      'Zenobia-unit',
      'Zenobia-opinion',
      'Zenobia-recognized',
      'NOT-ASKED',
      'Evaluadora',
    ],
    ...['owner', 'manager', 'examiner', 'colleague'].map((name) => `${name}@demo.example`),
    ids.participantId,
    ids.sessionId,
  ]
}

test('of more than 40 planted canaries none is in any byte of an archive, and neither is one of any text column', async () => {
  const demo = await buildTestApp()
  const canaries = await plant(demo)
  expect(canaries.length).toBeGreaterThan(40)
  const takeoutId = await orderResearch(demo, { audio_format: 'flac' })
  const { bytes, members, takeout } = await packOrdered(demo, takeoutId)
  expect(await tracesIn(bytes, canaries)).toEqual([])
  // Nothing in it is a picture, a document or an archive, whose bytes would need a search of their own.
  const kinds = ['', '.cff', '.csv', '.flac', '.json', '.md', '.parquet', '.tsv', '.txt']
  expect([...members.keys()].filter((name) => !kinds.includes(extname(name)))).toEqual([])
  expect(rowsOf(members, 'participants.tsv')).toHaveLength(1)

  // A text in every column of the database that people write.
  const inColumns = await plantInColumns(demo)
  expect(inColumns.size).toBeGreaterThan(25)
  const packed = await pack(demo, {
    takeout,
    language: 'en',
    mayReadSurveys: true,
    now: new Date(),
    onProgress: async () => {},
  })
  await demo.store.commit(packed.staged, 'again')
  const again = await buffer(demo.store.read('again'))
  const traces = await tracesIn(again, [...inColumns.values()])
  const found = [...inColumns].filter(([, text]) => traces.some((trace) => trace.text === text))
  // The title of a survey says what was asked, not who answered.
  expect(found.map(([column]) => column)).toEqual(['surveys.name'])
})

test('the search finds each canary in every place where an archive could hide it', async () => {
  const demo = await buildTestApp()
  const canaries = await plant(demo)
  const { members } = await packOrdered(demo, await orderResearch(demo, { audio_format: 'flac' }))
  const all = canaries.join('\n')
  const file = (content: string | Buffer) => zipOf([...members, ['planted.txt', Buffer.from(content)]])
  const column = createParquet([{ name: 'text', type: 'STRING' }])
  for (const text of canaries) column.add([text])
  const audio = [...members].find(([name]) => name.endsWith('.flac'))!
  const chunk = Buffer.concat([Buffer.from('LIST'), Buffer.alloc(4), Buffer.from(all)])
  const copies: Record<string, Buffer> = {
    'a table': await file(all),
    'capital letters': await file(all.toUpperCase()),
    'UTF-16LE': await file(Buffer.from(all, 'utf16le')),
    'UTF-16BE': await file(utf16be(all)),
    'percent-encoding': await file(percent(all)),
    'an address': await file(encodeURIComponent(all)),
    'escapes of JSON': await file(escaped(all)),
    'hexadecimal digits': await file(Buffer.from(all).toString('hex')),
    'names of files': await zipOf([...members, ...canaries.map((name): [string, Buffer] => [name, Buffer.of()])]),
    'a value of Parquet': await zipOf([...members, ['planted.parquet', Buffer.from(column.bytes())]]),
    'a chunk of WAV': await zipOf([...members, ['planted.wav', Buffer.concat([toneWav(1), chunk])]]),
    'a tag of FLAC': await zipOf([...members, ['planted.flac', Buffer.concat([audio[1], Buffer.from(all)])]]),
    'the comment of the ZIP': withComment(await zipOf([...members]), Buffer.from(all)),
    'the comment of a member': await zipOf([...members], all),
    'an extra field': withExtraField(await zipOf([['a', Buffer.of()]]), Buffer.from(all)),
  }
  for (const before of [0, 1, 2]) {
    const shifted = canaries.map((text) => Buffer.from('x'.repeat(before) + text).toString('base64'))
    copies[`base64 after ${before} bytes`] = await file(shifted.join('\n'))
  }
  for (const [place, copy] of Object.entries(copies)) {
    const found = new Set((await tracesIn(copy, canaries)).map(({ text }) => text))
    expect([place, canaries.filter((text) => !found.has(text))]).toEqual([place, []])
  }
})

test('recordings as FLAC have the samples of those as WAV, and take less space', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  const { takeout, members } = await packOrdered(demo, await orderResearch(demo, { audio_format: 'flac' }))
  const asWav = { takeout: { ...takeout, audio_format: 'wav' as const }, language: 'en', mayReadSurveys: true }
  const { staged } = await pack(demo, { ...asWav, now: new Date(), onProgress: async () => {} })
  await demo.store.commit(staged, 'as-wav')
  const wavs = await unzip(await buffer(demo.store.read('as-wav')))
  const paths = rowsOf(members, 'derivatives/fonema/items.tsv').map(({ audio }) => audio!)
  expect(paths).toHaveLength(2)
  for (const path of paths) {
    const [flac, wav] = [members.get(path)!, wavs.get(path.replace('.flac', '.wav'))!]
    expect(readFlac(flac).samples).toEqual(readWav(wav).samples)
    expect(flac.length).toBeLessThan(wav.length / 2)
    const sidecarOf = (archive: Map<string, Buffer>) =>
      JSON.parse(archive.get(path.replace('.flac', '.json'))!.toString())
    expect(sidecarOf(members)).toEqual({ ...sidecarOf(wavs), AudioCodec: 'FLAC' })
    expect(sidecarOf(wavs).AudioCodec).toBe('PCM')
  }
  expect(members.get('README.md')!.toString()).toContain('FLAC')
  expect(members.get('.bidsignore')!.toString()).toContain('*_audio.flac')
})

test('the author of the dataset stands in the archive when somebody entered one', async () => {
  const demo = await buildTestApp()
  await addParticipant(demo, await demo.signIn('examiner@demo.example'), { code: 'CODE-77', consents: true })
  const { members } = await packOrdered(demo, await orderResearch(demo, { dataset_author: ' Instituto Ñ ' }))
  expect(JSON.parse(members.get('dataset_description.json')!.toString()).Authors).toEqual(['Instituto Ñ'])
  for (const name of ['README.md', 'LICENSE', 'CITATION.cff', 'ro-crate-metadata.json', 'croissant.json'])
    expect([name, members.get(name)!.includes('Instituto Ñ')]).toEqual([name, true])
})

/** A copy of an archive. */
async function zipOf(members: [string, Buffer][], fileComment = ''): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of members) {
    const options = { compress: true, fileComment }
    zip.addBuffer(bytes, name, options)
  }
  zip.end()
  return buffer(zip.outputStream)
}

function withComment(zip: Buffer, text: Buffer): Buffer {
  const longer = Buffer.concat([zip, text])
  longer.writeUInt16LE(text.length, zip.length - 2)
  return longer
}

/** A ZIP of one member, with an extra field in its local header. */
function withExtraField(zip: Buffer, text: Buffer): Buffer {
  const field = Buffer.concat([Buffer.of(0xfe, 0xca, 0, 0), text])
  field.writeUInt16LE(text.length, 2)
  const [nameLength, extraLength] = [zip.readUInt16LE(26), zip.readUInt16LE(28)]
  const at = 30 + nameLength + extraLength
  const longer = Buffer.concat([zip.subarray(0, at), field, zip.subarray(at)])
  longer.writeUInt16LE(extraLength + field.length, 28)
  const end = longer.length - 22
  longer.writeUInt32LE(longer.readUInt32LE(end + 16) + field.length, end + 16)
  return longer
}
