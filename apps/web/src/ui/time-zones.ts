export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** @param present may have an older name that is not in the browser's list */
export const timeZones = (present = ownTimeZone()) =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
