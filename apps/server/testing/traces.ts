import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { unzip } from './archives.ts'

/** A text that was found, where, and in which encoding. */
type Trace = { text: string; place: string; as: string }

type Needle = { as: string; bytes: Buffer; anyCase: boolean }

/** The characters of base64 that depend on these bytes alone, when `before` bytes of something else precede them. */
function base64At(before: number, bytes: Buffer): string {
  const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

export const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
export const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${hexOf(byte, 2)}`).join('')
export const escaped = (text: string) => Array.from(text, (_, i) => `\\u${hexOf(text.charCodeAt(i), 4)}`).join('')
const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Everything that the text may look like in a file. */
function needlesOf(text: string): Needle[] {
  const plain = Buffer.from(text)
  const inAnyCase: [string, Buffer][] = [
    ['UTF-8', plain],
    ['capitals', Buffer.from(text.toUpperCase())],
    ['decomposed', Buffer.from(text.normalize('NFD'))],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', utf16be(text)],
    ['percent', Buffer.from(percent(text))],
    ['percent where needed', Buffer.from(encodeURIComponent(text))],
    ['escapes of JSON', Buffer.from(escaped(text))],
    ['hexadecimal', Buffer.from(plain.toString('hex'))],
    ['letters and digits', Buffer.from(lettersOf(text))],
  ]
  const base64 = [0, 1, 2].map((before) => base64At(before, plain))
  return [
    ...inAnyCase.map(([as, bytes]) => ({ as, bytes: lower(bytes), anyCase: true })),
    ...base64.map((coded, before) => ({ as: `base64 +${before}`, bytes: Buffer.from(coded), anyCase: false })),
    ...base64.map((coded, before) => ({
      as: `base64url +${before}`,
      bytes: Buffer.from(coded.replaceAll('+', '-').replaceAll('/', '_')),
      anyCase: false,
    })),
  ]
}

/** As names of files have them. Of short texts too little is left. */
function lettersOf(text: string): string {
  const letters = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]/g, '')
  return letters.length < 8 ? text : letters
}

const lower = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1')

/**
 * Where an archive holds one of these texts: in its raw bytes (names, comments and extra fields among them), in each
 * member once unpacked, and in the values and the metadata of Parquet.
 */
export async function tracesIn(zip: Buffer, texts: readonly string[]): Promise<Trace[]> {
  const places: [string, Buffer][] = [['the ZIP itself', zip]]
  for (const [name, bytes] of await unzip(zip)) {
    places.push([`the name ${name}`, Buffer.from(name)], [name, bytes])
    if (name.endsWith('.parquet')) places.push([`the values of ${name}`, Buffer.from(await valuesOf(bytes))])
  }
  const needles = texts.map((text) => ({ text, needles: needlesOf(text) }))
  return places.flatMap(([place, bytes]) => {
    const small = lower(bytes)
    return needles.flatMap(({ text, needles }) =>
      needles
        .filter((needle) => (needle.anyCase ? small : bytes).includes(needle.bytes))
        .map(({ as }) => ({ text, place, as })),
    )
  })
}

/** Everything that DuckDB reads in a Parquet file, as text. */
async function valuesOf(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'traces-'))
  const file = path.join(folder, 'file.parquet')
  await writeFile(file, bytes)
  const database = await (await DuckDBInstance.create()).connect()
  try {
    const found: string[] = []
    for (const source of [`'${file}'`, `parquet_metadata('${file}')`, `parquet_kv_metadata('${file}')`])
      found.push(
        JSON.stringify((await database.runAndReadAll(`select * from ${source}`)).getRowObjectsJson()).replaceAll(
          file,
          '',
        ),
      )
    return found.join('\n')
  } finally {
    database.closeSync()
    await rm(folder, { recursive: true })
  }
}
