import { createHash } from 'node:crypto'
import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { mediumOf, options, small } from './examples.fixture.ts'
import { openZip, ProtocolFileError, readProtocol, writeProtocol } from './index.ts'

type Entry = {
  name: string | Buffer
  bytes: Buffer
  compressed?: boolean
  /** Overrides of the headers, as an attacker would set them. */
  size?: number
  crc?: number
  flags?: number
  method?: number
  mode?: number
}

/** Writes an archive byte by byte, because a library refuses what these tests need. */
function zipOf(entries: readonly Entry[], count = entries.length): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, compressed = false, size, crc, flags = 0x800, method, mode = 0o100644 } of entries) {
    const raw = typeof name === 'string' ? Buffer.from(name) : name
    const packed = compressed ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method ?? (compressed ? 8 : 0), 4)
    common.writeUInt32LE(crc ?? nodeCrc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(raw.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, raw, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(mode * 0x10000, 6)
    end.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, end, raw]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 'latin1')
  last.writeUInt16LE(count, 8)
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(central.length, 12)
  last.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, last])
}

const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
const written = async (changes = {}) =>
  Buffer.concat(await writeProtocol(small(changes), () => mediumOf('park.svg', picture)).toArray())
const document = JSON.parse((await (await openZip(await written())).read('protocol.json', 1e6)).toString())
const at = (bytes: string | Buffer): Entry => ({ name: 'protocol.json', bytes: Buffer.from(bytes) })
const park: Entry = { name: 'media/park.svg', bytes: picture }
const json = (change: (value: typeof document) => void) => {
  const value = structuredClone(document)
  change(value)
  return zipOf([at(JSON.stringify(value)), park])
}
const good = at(JSON.stringify(document))
const other = (name: string | Buffer, rest: Partial<Entry> = {}) =>
  zipOf([good, park, { name, bytes: Buffer.from('x'), ...rest }])
const item = 'content.blocks.0.items.0'
const zeros = Buffer.alloc(2_000_000)

const hostile: [string, Buffer, string, string?, string?][] = [
  ['nothing', Buffer.alloc(0), 'not_a_zip'],
  ['text', Buffer.from('{}'), 'not_a_zip'],
  ['a truncated archive', zipOf([good, park]).subarray(0, -30), 'not_a_zip'],
  ['a directory that is too short', zipOf([good, park], 3), 'damaged'],
  ['a parent folder', other('../x'), 'bad_name', '../x'],
  ['a parent folder inside', other('media/../../x'), 'bad_name', 'media/../../x'],
  ['an absolute path', other('/etc/x'), 'bad_name', '/etc/x'],
  ['a drive', other('C:x'), 'bad_name', 'C:x'],
  ['a backslash', other('media\\x'), 'bad_name', 'media\\x'],
  ['a NUL', other('media/x\0.svg'), 'bad_name', 'media/x\0.svg'],
  ['a mark that turns the text', other('media/\u202egvs.x'), 'bad_name', 'media/\u202egvs.x'],
  ['an empty part', other('media//x'), 'bad_name', 'media//x'],
  ['a name that is not UTF-8', other(Buffer.from([0xff, 0x2e])), 'bad_name', 'ÿ.'],
  ['a long name', other('x'.repeat(241)), 'bad_name', 'x'.repeat(240)],
  ['a symbolic link', other('media/x', { mode: 0o120777 }), 'link', 'media/x'],
  ['a device', other('media/x', { mode: 0o020666 }), 'link', 'media/x'],
  ['the same name twice', other('media/park.svg'), 'duplicate_name', 'media/park.svg'],
  ['the same name in capitals', other('media/PARK.svg'), 'duplicate_name', 'media/PARK.svg'],
  ['more entries than allowed', zipOf([good], 5001), 'too_many_files'],
  ['a declared size above the limit', other('x', { size: 200_000_000, method: 8 }), 'too_large', 'x'],
  ['a bomb', other('x', { bytes: zeros, compressed: true }), 'packed_too_much', 'x'],
  ['an archive in the archive', other('media/x.ZIP'), 'nested_archive', 'media/x.ZIP'],
  ['a folder with bytes', other('media/'), 'bad_name', 'media/'],
  ['an encrypted entry', other('x', { flags: 0x801 }), 'encrypted', 'x'],
  ['another compression', other('x', { method: 14 }), 'unknown_compression', 'x'],
  ['a stored entry with another size', other('x', { size: 2 }), 'damaged', 'x'],
  [
    'more bytes than declared',
    zipOf([{ name: 'protocol.json', bytes: zeros, compressed: true, size: 900_000 }]),
    'damaged',
    'protocol.json',
  ],
  ['a wrong checksum', zipOf([{ ...good, crc: 1 }, park]), 'wrong_checksum', 'protocol.json'],
  ['a document above its limit', zipOf([at(Buffer.alloc(5_000_001, ' '))]), 'too_large', 'protocol.json'],
  ['no document', zipOf([park]), 'not_a_protocol'],
  ['a document that is not JSON', zipOf([at('{')]), 'not_json', 'protocol.json'],
  ['a document that is not UTF-8', zipOf([at(Buffer.from([0x22, 0xff, 0x22]))]), 'not_json', 'protocol.json'],
  ['a deep document', zipOf([at(`${'['.repeat(1e5)}${']'.repeat(1e5)}`)]), 'too_deep', 'protocol.json'],
  ['__proto__', zipOf([at('{"content":{"__proto__":{}}}')]), 'forbidden_key', 'protocol.json', 'content.__proto__'],
  ['constructor', zipOf([at('{"a":[{"constructor":1}]}')]), 'forbidden_key', 'protocol.json', 'a.0.constructor'],
  ['another document', zipOf([at('{}')]), 'not_a_protocol', 'protocol.json', 'format'],
  ['a list', zipOf([at('[]')]), 'not_a_protocol', 'protocol.json', 'format'],
  ['a later format', json((d) => (d.format_version = 2)), 'newer_format', 'protocol.json', 'format_version'],
  ['an unknown member', json((d) => (d.extra = 1)), 'wrong_value', 'protocol.json', 'extra'],
  [
    'a wrong kind',
    json((d) => (d.content.blocks[0].items[0].category = 'x')),
    'wrong_value',
    'protocol.json',
    `${item}.category`,
  ],
  [
    'a script',
    json((d) => (d.content.blocks[0].items[0].texts['es-ES'].trigger = '<p onclick="x">a</p>')),
    'html',
    'protocol.json',
    `${item}.texts.es-ES.trigger`,
  ],
  ['an entry that is not listed', other('media/x.svg'), 'not_listed', 'media/x.svg'],
  ['a listed file that is absent', zipOf([good]), 'missing_file', 'media/park.svg'],
  [
    'a file outside media',
    json((d) => (d.media[0].file = 'protocol.json')),
    'wrong_value',
    'protocol.json',
    'media.0.file',
  ],
  [
    'a use that is not listed',
    json((d) => (d.content.blocks[0].items[0].texts['es-ES'].image.file = 'media/y.svg')),
    'not_listed',
    'protocol.json',
    `${item}.texts.es-ES.image.file`,
  ],
  [
    'a picture listed as sound',
    json((d) => (d.media[0].kind = 'audio')),
    'wrong_value',
    'protocol.json',
    `${item}.texts.es-ES.image.file`,
  ],
  ['another size', json((d) => (d.media[0].size = 7)), 'wrong_hash', 'media/park.svg'],
  [
    'another hash',
    json((d) => (d.media[0].sha256 = createHash('sha256').digest('hex'))),
    'wrong_hash',
    'media/park.svg',
  ],
  ['the same medium twice', json((d) => d.media.push(d.media[0])), 'duplicate_name', 'protocol.json', 'media.1.file'],
  [
    'a medium without a use',
    json((d) => (d.content.blocks[0].items[0].texts['es-ES'].image = null)),
    'wrong_value',
    'protocol.json',
    'media.0',
  ],
]

async function readAll(archive: Buffer) {
  const source = await openZip(archive)
  const { media } = await readProtocol(source, options)
  for (const { read } of media) await read()
}

test('the archive that the hostile ones are made of is read', async () => {
  await expect(readAll(zipOf([good, park]))).resolves.toBeUndefined()
  await expect(readAll(zipOf([{ ...good, compressed: true }, park]))).resolves.toBeUndefined()
})

test.each(hostile)('refuses %s, with its place', async (_, archive, problem, file = '', path = '') => {
  const error = await readAll(archive).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ProtocolFileError)
  expect({ problem: error.problem, file: error.file, path: error.path }).toEqual({ problem, file, path })
})

test('refuses entries that share their bytes', async () => {
  const archive = zipOf([good, park, { name: 'media/x.svg', bytes: picture }])
  // The third entry of the directory points at the data of the second.
  const second = archive.indexOf('PK\x01\x02', archive.indexOf('PK\x01\x02') + 1)
  const third = archive.indexOf('PK\x01\x02', second + 1)
  archive.copy(archive, third + 42, second + 42, second + 46)
  await expect(readAll(archive)).rejects.toMatchObject({ problem: 'damaged' })
})
