import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Model } from './model.ts'
import type { Engine, MadeWith } from './transcription.ts'
import { voiceNetwork } from './voice-activity.ts'

/** What the words of an engine depend on: they are stored with the transcript, so that a result can be traced. */
export async function madeWith(engine: Engine, language: string, findsVoice: boolean): Promise<MadeWith> {
  const settings = { language, voice_activity: findsVoice ? voiceNetwork : 'intensity' }
  if (engine.kind === 'http') return { model_sha256: null, settings }
  return {
    model_sha256: await modelChecksum(engine.model),
    settings: { ...settings, sherpa_onnx: sherpaVersion(), decoding: 'greedy_search' },
  }
}

const sherpaVersion = () =>
  (createRequire(import.meta.url)('sherpa-onnx-node/package.json') as { version: string }).version

/** One checksum of all files of a model, from those of its download where they are known. */
export async function modelChecksum({ folder, manifest }: Model): Promise<string> {
  const { files, tokens, downloaded = {} } = manifest
  const whole = createHash('sha256')
  for (const file of [...new Set([tokens, ...Object.values(files)])].sort())
    whole.update(`${file} ${downloaded[file]?.sha256 ?? (await checksumOf(path.join(folder, file)))}\n`)
  return whole.digest('hex')
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
