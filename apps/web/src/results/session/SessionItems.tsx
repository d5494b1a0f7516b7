import type { ProtocolResponse } from '@fonema/contract'
import { NativeSelect, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ItemResult } from './ItemResult.tsx'
import { ItemStateMark } from './ItemStateMark.tsx'
import classes from './SessionItems.module.css'
import type { Item } from './session-state.ts'

/** The items as tabs, or as a select on narrow screens. The address holds the selection. */
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
    <Tabs value={value} onChange={show} orientation="vertical" keepMounted={false} classNames={classes} variant="pills">
      <NativeSelect
        className={classes.choice}
        label={t('responses__result__choose')}
        value={value}
        data={items.map(({ item, state }) => ({
          value: String(item.order),
          label: t('responses__result__item_option', {
            order: item.order,
            title: item.title,
            state: t(`responses__result__state__${state}`),
          }),
        }))}
        onChange={({ currentTarget }) => show(currentTarget.value)}
      />
      <Tabs.List aria-label={t('responses__result__items')}>
        {items.map(({ item, state }) => (
          <Tabs.Tab key={item.id} value={String(item.order)}>
            <span className={classes.name}>
              {t('responses__result__item', { order: item.order, title: item.title })}
            </span>
            <ItemStateMark state={state} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} key={shown.item.id}>
        <ItemResult session={session} shown={shown} />
      </Tabs.Panel>
    </Tabs>
  )
}
