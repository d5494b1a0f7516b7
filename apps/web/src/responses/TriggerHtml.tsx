import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './Stimulus.module.css'

/** An item's text as it was written by the protocol's author. Sanitised here too, though the server has done so. */
export function TriggerHtml({ html, lang }: { html: string; lang?: string | undefined }) {
  const __html = useMemo(() => sanitise(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is the one place for it, behind the sanitiser.
  return <div className={classes.trigger} lang={lang} dangerouslySetInnerHTML={{ __html }} />
}

const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'img', 'audio', 'video', 'picture'],
    FORBID_ATTR: ['style', 'class', 'id'],
  })
