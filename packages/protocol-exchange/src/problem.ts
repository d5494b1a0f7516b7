import type { ProtocolFilePlace, ProtocolFileProblem } from '@fonema/contract'

/** Why a file is not a protocol, and where. `places` has every place that was found, the first one first. */
export class ProtocolFileError extends Error {
  readonly problem: ProtocolFileProblem
  readonly file: string
  readonly path: string
  readonly places: readonly ProtocolFilePlace[]
  constructor(problem: ProtocolFileProblem, file = '', path = '', options?: ErrorOptions) {
    super(sentenceOf({ problem, file, path }), options)
    this.problem = problem
    this.file = file
    this.path = path
    this.places = [{ problem, file, path }]
  }

  /** All problems of a file in one error. */
  static of(places: readonly [ProtocolFilePlace, ...ProtocolFilePlace[]]): ProtocolFileError {
    const [{ problem, file, path }] = places
    const error = new ProtocolFileError(problem, file, path)
    return Object.assign(error, { places, message: places.map(sentenceOf).join('\n') })
  }
}

const sentenceOf = ({ problem, file, path }: ProtocolFilePlace) =>
  [problem, file && `in ${file}`, path && `at ${path}`].filter(Boolean).join(' ')
