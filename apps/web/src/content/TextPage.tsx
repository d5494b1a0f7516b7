import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { chooseLocale } from './choose-locale.ts'
import classes from './TextPage.module.css'

const titles = { policy: 'base__footer__policy', terms: 'base__footer__terms' } as const

/** The privacy policy or the terms of use, in the reader's language and country. */
export function TextPage({ text }: { text: keyof typeof titles }) {
  const { t } = useTranslation()
  useTitle(t(titles[text]))
  const locale = chooseLocale(currentLanguage(), navigator.languages)
  const { data, error, refetch } = useQuery(queryFor('GET /cms/get_content/{locale}/', { params: { locale } }))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <article className={classes.page}>
      <SafeHtml html={asPage(data.content[text] ?? '')} lang={locale} />
    </article>
  )
}

/** The text's own title is the page's, so each heading rises by one level. */
const asPage = (html: string): string =>
  html.replaceAll(/(<\/?h)([23])(?=>)/g, (_, tag: string, level: string) => `${tag}${Number(level) - 1}`)
