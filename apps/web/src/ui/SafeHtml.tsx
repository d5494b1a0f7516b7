import DOMPurify from 'dompurify'
import { useMemo } from 'react'

type SafeHtmlProps = { html: string; lang?: string | undefined; className?: string | undefined }

/** HTML text from an author. Sanitised again here, although the server already does it. */
export function SafeHtml({ html, lang, className }: SafeHtmlProps) {
  const __html = useMemo(() => sanitise(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place for it, after the sanitiser.
  return <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html }} />
}

const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'img', 'audio', 'video', 'picture'],
    FORBID_ATTR: ['style', 'class', 'id'],
  })
