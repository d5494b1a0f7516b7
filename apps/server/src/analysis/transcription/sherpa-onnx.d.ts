declare module 'sherpa-onnx-node' {
  export type OfflineStream = { acceptWaveform(audio: { sampleRate: number; samples: Float32Array }): void }
  export type OfflineResult = { text: string; tokens: string[]; timestamps: number[]; ys_log_probs?: number[] }
  class OfflineRecognizer {
    constructor(config: object)
    createStream(): OfflineStream
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): OfflineResult
  }
  class Vad {
    constructor(config: object, bufferSeconds: number)
    acceptWaveform(samples: Float32Array): void
    reset(): void
    flush(): void
    isEmpty(): boolean
    front(isExternal: boolean): { start: number; samples: Float32Array }
    pop(): void
  }
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad }
  export default sherpa
}
