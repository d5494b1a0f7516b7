const volumeItem = 'fonema.volume'

/** Percent, as a whole number of 0 to 100; not-a-number becomes full volume. */
export function clampVolume(percent: number): number {
  return Number.isNaN(percent) ? 100 : Math.round(Math.min(100, Math.max(0, percent)))
}

/** Stimulus volume depends on the room and its loudspeakers, so the browser stores it. */
export function storedVolume(): number {
  const stored = localStorage.getItem(volumeItem)
  return stored === null ? 100 : clampVolume(Number(stored))
}

export function storeVolume(percent: number): void {
  localStorage.setItem(volumeItem, String(clampVolume(percent)))
}
