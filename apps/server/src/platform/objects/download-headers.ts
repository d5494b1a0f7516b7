import type { Download } from './object-store.ts'

// Types that no browser executes; anything else is sent as plain bytes.
const servedAs = new Set(['audio/wav', 'audio/flac'])

/** Content type and disposition of a download from the server or the store: always an attachment with its file name. */
export function headersOf({ filename, content_type }: Omit<Download, 'key'>) {
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const ascii = filename.replace(/[^\w.-]/g, '_')
  return {
    'content-type': servedAs.has(content_type) ? content_type : 'application/octet-stream',
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  }
}
