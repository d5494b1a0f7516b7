import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from './i18n.ts'
import classes from './states.module.css'
import { useTitle } from './useTitle.ts'

type ComingPageProps = { title: TextKey; text: TextKey; children: ReactNode }

/** In place of a page that is not built yet: what it will be for, and the way on. */
export function ComingPage({ title, text, children }: ComingPageProps) {
  const { t } = useTranslation()
  useTitle(t(title))
  return (
    <div className={`${classes.message} ${classes.page}`}>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      {children}
    </div>
  )
}
