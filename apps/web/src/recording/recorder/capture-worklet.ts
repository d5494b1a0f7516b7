import type { FromWorklet, ToProcessor, ToWorklet } from './messages.ts'

// The global scope of an audio worklet. It is missing from TypeScript's DOM library.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare const currentFrame: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const batchFrames = 1024

/**
 * Mixes the microphone down to one channel, or keeps the second one as the examiner's, numbers the frames and sends them to
 * the worker.
 */
class CaptureProcessor extends AudioWorkletProcessor {
  #worker: MessagePort | null = null
  #batch = new Float32Array(batchFrames)
  /** The second channel of the same frames; null: it belongs to the first. */
  #examiner: Float32Array<ArrayBuffer> | null = null
  #first = 0
  #filled = 0
  #flush: ToWorklet | null = null
  #closed = false

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ToProcessor>) => {
      if (data === 'close') {
        this.#closed = true
        return
      }
      if (data === 'two_channels') {
        this.#examiner = new Float32Array(batchFrames)
        return
      }
      this.#worker = data.port
      this.#worker.onmessage = (message: MessageEvent<ToWorklet>) => {
        this.#flush = message.data
      }
    }
  }

  process(inputs: Float32Array[][]): boolean {
    // Everything before `currentFrame` has passed here, with or without sound.
    if (this.#flush && currentFrame >= this.#flush.frame) {
      this.#postBatch()
      this.#post({ type: 'flushed', id: this.#flush.id, frame: currentFrame })
      this.#flush = null
    }
    const channels = inputs[0]
    // No channel: the microphone delivered nothing. Skipped, so that the numbering shows the hole.
    if (this.#worker && channels?.[0]) this.#append(channels, channels[0].length)
    return !this.#closed
  }

  /** Chromium delivers two channels even when one was requested, so they are averaged here. */
  #append(channels: Float32Array[], frames: number) {
    if (currentFrame !== this.#first + this.#filled || this.#filled + frames > this.#batch.length) this.#postBatch()
    if (this.#filled === 0) this.#first = currentFrame
    if (this.#examiner !== null) {
      this.#batch.set(channels[0]!, this.#filled)
      // A browser that has one channel for a moment has it for both.
      this.#examiner.set(channels[1] ?? channels[0]!, this.#filled)
    } else
      for (let i = 0; i < frames; i++) {
        let sum = 0
        for (const channel of channels) sum += channel[i]!
        this.#batch[this.#filled + i] = sum / channels.length
      }
    this.#filled += frames
    if (this.#filled === this.#batch.length) this.#postBatch()
  }

  #postBatch() {
    if (this.#filled === 0) return
    const whole = this.#filled === this.#batch.length
    const filled = (batch: Float32Array<ArrayBuffer>) => (whole ? batch : batch.slice(0, this.#filled))
    const samples = filled(this.#batch)
    if (this.#examiner === null) this.#post({ type: 'batch', first: this.#first, samples }, [samples.buffer])
    else {
      const examiner = filled(this.#examiner)
      this.#post({ type: 'batch', first: this.#first, samples, examiner }, [samples.buffer, examiner.buffer])
      this.#examiner = new Float32Array(batchFrames)
    }
    this.#batch = new Float32Array(batchFrames)
    this.#filled = 0
  }

  #post(message: FromWorklet, transfer: Transferable[] = []) {
    this.#worker?.postMessage(message, transfer)
  }
}

registerProcessor('capture', CaptureProcessor)
