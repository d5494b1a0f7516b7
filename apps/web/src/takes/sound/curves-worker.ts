import { measureCurves } from '@fonema/speech'
import { decodePart } from './decode.ts'
import type { FromCurves, ToCurves } from './messages.ts'

// Measures the curves of one take. A worker of its own: pitch takes seconds in a long take, and the picture must not wait.

self.onmessage = ({ data: { bytes, part, syllables } }: MessageEvent<ToCurves>) => {
  try {
    const { samples, sampleRateHz } = decodePart(bytes, part)
    post({ curves: measureCurves(samples, sampleRateHz, syllables) })
  } catch {
    post({ curves: null })
  }
}

const post = (message: FromCurves) => self.postMessage(message)
