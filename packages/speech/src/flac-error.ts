type FlacErrorCode = 'not_flac' | 'unsupported_format' | 'no_samples' | 'too_long' | 'truncated' | 'corrupt'

export class FlacError extends Error {
  readonly code: FlacErrorCode
  constructor(code: FlacErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
