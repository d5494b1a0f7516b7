declare module 'sherpa-onnx-node' {
  export type OfflineStream = { acceptWaveform(audio: { sampleRate: number; samples: Float32Array }): void }
  export type OfflineResult = { text: string; tokens: string[]; timestamps: number[] }
  class OfflineRecognizer {
    constructor(config: object)
    createStream(): OfflineStream
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): OfflineResult
  }
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer }
  export default sherpa
}
