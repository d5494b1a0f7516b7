import type { TranscriptFileProblem } from '@fonema/contract'

/** Why a file is not a transcript, and where: the line (1 is the first; 0: the whole file), and a place in words. */
export class TranscriptFileError extends Error {
  readonly problem: TranscriptFileProblem
  readonly line: number
  readonly place: string
  constructor(problem: TranscriptFileProblem, line = 0, place = '', options?: ErrorOptions) {
    super([problem, line > 0 && `in line ${line}`, place && `at ${place}`].filter(Boolean).join(' '), options)
    this.problem = problem
    this.line = line
    this.place = place.slice(0, 100)
  }
}
