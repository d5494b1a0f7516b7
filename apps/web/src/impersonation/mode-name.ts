import type { TFunction } from '../ui/i18n.ts'

/** The name of a mode. A mode that this page does not have a name for, of a newer server, is shown as its code. */
export const modeName = (t: TFunction, mode: string): string => {
  const names: Record<string, string> = {
    full: t('impersonation__mode__full'),
    recording: t('impersonation__mode__recording'),
    review: t('impersonation__mode__review'),
  }
  return names[mode] ?? mode
}
