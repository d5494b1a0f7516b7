import { useTranslation } from './i18n.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import classes from './Pager.module.css'
import type { Paging } from './paging.ts'

type PagerProps = { paging: Paging; label: string; onPage: (page: number) => void }

/** Below a list of several pages: previous and next, the three pages around the current one, and ellipses that jump by three. */
export function Pager({ paging: { page, pages, window, before, after }, label, onPage }: PagerProps) {
  const { t } = useTranslation()
  const jump = (target: number | null) =>
    target !== null && (
      <button
        type="button"
        className={classes.page}
        aria-label={t('base__pager__jump', { page: target })}
        onClick={() => onPage(target)}
      >
        …
      </button>
    )
  if (pages === 1) return null
  return (
    <nav className={classes.pager} aria-label={label}>
      <button
        type="button"
        className={classes.page}
        aria-label={t('base__pager__previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon size={18} />
      </button>
      {jump(before)}
      {window.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.page}
          aria-label={t('base__pager__page', { page: one })}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => onPage(one)}
        >
          {one}
        </button>
      ))}
      {jump(after)}
      <button
        type="button"
        className={classes.page}
        aria-label={t('base__pager__next')}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon size={18} />
      </button>
    </nav>
  )
}
