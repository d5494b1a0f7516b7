import DOMPurify from 'dompurify'
import { useMemo } from 'react'

type SafeHtmlProps = { html: string; lang?: string | undefined; className?: string | undefined }

/** Text as its author wrote it. Sanitised here too, though the server has done so. */
export function SafeHtml({ html, lang, className }: SafeHtmlProps) {
  const __html = useMemo(() => sanitise(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is the one place for it, behind the sanitiser.
  return <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html }} />
}

const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'img', 'audio', 'video', 'picture'],
    FORBID_ATTR: ['style', 'class', 'id'],
  })
