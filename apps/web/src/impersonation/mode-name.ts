import type { TFunction } from 'i18next'

/** A mode in words; one that a newer server knows keeps its name. */
export const modeName = (t: TFunction, mode: string): string => {
  const names: Record<string, string> = {
    full: t('impersonation__mode__full'),
    recording: t('impersonation__mode__recording'),
    review: t('impersonation__mode__review'),
  }
  return names[mode] ?? mode
}
