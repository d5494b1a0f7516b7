const volumeItem = 'fonema.volume'

/** Percent, as a whole number of 0 to 100; what is no number is full volume. */
export function clampVolume(percent: number): number {
  return Number.isNaN(percent) ? 100 : Math.round(Math.min(100, Math.max(0, percent)))
}

/** The volume of stimuli belongs to the room and its loudspeakers, so it is kept by the browser. */
export function storedVolume(): number {
  const stored = localStorage.getItem(volumeItem)
  return stored === null ? 100 : clampVolume(Number(stored))
}

export function storeVolume(percent: number): void {
  localStorage.setItem(volumeItem, String(clampVolume(percent)))
}
