/** How a participant sees a stimulus best: a factor of the usual size, and light or dark letters. */
export type ScreenView = { size: (typeof sizes)[number]; contrast: 'normal' | 'high' }

export const sizes = [1, 1.25, 1.5, 2] as const
export const usualView: ScreenView = { size: 1, contrast: 'normal' }

const item = 'fonema.participant-views'
/** The latest participants of this device. */
const maxViews = 200

type Stored = [participantId: string, view: ScreenView][]

/** The participant's view on this device; the usual one when none was chosen. */
export function storedView(participantId: string): ScreenView {
  return read().find(([id]) => id === participantId)?.[1] ?? usualView
}

/** Keeps a view for the participant's next session. The usual view is not kept. */
export function storeView(participantId: string, view: ScreenView): void {
  const others = read().filter(([id]) => id !== participantId)
  const isUsual = view.size === usualView.size && view.contrast === usualView.contrast
  const kept: Stored = isUsual ? others : [[participantId, view], ...others]
  localStorage.setItem(item, JSON.stringify(kept.slice(0, maxViews)))
}

function read(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(item) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return [] // not written by this version
  }
}

function isEntry(entry: unknown): entry is Stored[number] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const view: Partial<ScreenView> | null = entry[1]
  return sizes.some((size) => size === view?.size) && (view?.contrast === 'normal' || view?.contrast === 'high')
}
