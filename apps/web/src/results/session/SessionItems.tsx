import type { ProtocolResponse } from '@fonema/contract'
import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../ui/i18n.ts'
import { QualityMark } from '../summary/QualityMark.tsx'
import { ItemResult } from './ItemResult.tsx'
import classes from './SessionItems.module.css'
import type { Item } from './session-state.ts'

/** The items with the quality of their recordings, as tabs. The address holds the selection. */
export function SessionItems({ session, items }: { session: ProtocolResponse; items: readonly Item[] }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const asked = items.find(({ item }) => String(item.order) === search.get('item'))
  const shown = asked ?? items.find(({ answer }) => answer !== undefined) ?? items[0]
  if (shown === undefined) return null
  const show = (order: string | null) =>
    order !== null && setSearch({ item: order }, { replace: true, preventScrollReset: true })
  const value = String(shown.item.order)
  return (
    <Tabs value={value} onChange={show} keepMounted={false} classNames={classes} variant="pills">
      <Tabs.List aria-label={t('responses__result__items')}>
        {items.map((one) => (
          <Tabs.Tab key={one.item.id} value={String(one.item.order)}>
            <span className={classes.name}>
              {t('responses__result__item', { order: one.item.order, title: one.item.title })}
            </span>
            <QualityMark item={one} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} key={shown.item.id} data-recording={value} tabIndex={-1}>
        <ItemResult session={session} shown={shown} />
      </Tabs.Panel>
    </Tabs>
  )
}
