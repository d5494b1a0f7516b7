const item = (examinerId: string) => `fonema.recent_participants.${examinerId}`
const maxRecent = 5

/** The ids of the most recently chosen participants, the latest first. */
export function recentParticipants(examinerId: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(item(examinerId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxRecent) : []
  } catch {
    return []
  }
}

export function noteRecentParticipant(examinerId: string, id: string): void {
  const others = recentParticipants(examinerId).filter((other) => other !== id)
  localStorage.setItem(item(examinerId), JSON.stringify([id, ...others].slice(0, maxRecent)))
}
