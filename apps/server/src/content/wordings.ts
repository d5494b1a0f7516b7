import { AppError } from '../platform/http/errors.ts'

type Worded = { key: string; locale_id: string; organization_id: string | null; wording_version: number }

/**
 * Content that was assigned until a newer wording of it was: what was recorded or answered with it, without a network,
 * can still be stored if a person has decided so.
 *
 * @throws {AppError} `wording_changed` unless a person has decided
 */
export function earlierOf<T extends Worded>(
  assigned: readonly Worded[],
  [found]: readonly T[],
  isDecided: boolean,
): T | undefined {
  if (found === undefined) return undefined
  const isReplaced = assigned.some(
    (newer) =>
      newer.key === found.key &&
      newer.locale_id === found.locale_id &&
      newer.organization_id === found.organization_id &&
      newer.wording_version > found.wording_version,
  )
  if (isReplaced && !isDecided) throw new AppError('wording_changed')
  return isReplaced ? found : undefined
}
