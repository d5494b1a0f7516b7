const checkItem = 'fonema.microphone_check'

const today = () => new Date().toDateString()

/** Whether this microphone has been checked here today; it is not asked for again. */
export function isCheckedToday(deviceId: string): boolean {
  return localStorage.getItem(checkItem) === `${today()} ${deviceId}`
}

export function noteChecked(deviceId: string): void {
  localStorage.setItem(checkItem, `${today()} ${deviceId}`)
}
