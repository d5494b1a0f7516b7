import type { ProtocolFileProblem } from '@fonema/contract'

/** Why a file is not a protocol, and where: the file in the archive, and the place in that file. */
export class ProtocolFileError extends Error {
  readonly problem: ProtocolFileProblem
  readonly file: string
  readonly path: string
  constructor(problem: ProtocolFileProblem, file = '', path = '', options?: ErrorOptions) {
    super([problem, file && `in ${file}`, path && `at ${path}`].filter(Boolean).join(' '), options)
    this.problem = problem
    this.file = file
    this.path = path
  }
}
