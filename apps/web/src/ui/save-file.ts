export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

/** Saves a file as a browser download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  URL.revokeObjectURL(url)
}
