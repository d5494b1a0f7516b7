type PostgresStartCode =
  | 'in_use'
  | 'older_major'
  | 'newer_major'
  | 'wrong_owner'
  | 'damaged'
  | 'no_binaries'
  | 'start_failed'

/** Why the database is not available, worded for the administrator of the clinic's machine. */
export class PostgresStartError extends Error {
  readonly code: PostgresStartCode
  constructor(code: PostgresStartCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PostgresStartError'
    this.code = code
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's error code for a file or a process, such as ENOENT. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
