export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

/** Hands a file to the browser's own way of keeping downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  URL.revokeObjectURL(url)
}
