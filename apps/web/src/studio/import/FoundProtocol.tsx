import type { ItemKind, ProtocolImportItem, ProtocolImportPreview } from '@fonema/contract'
import { itemKinds } from '@fonema/contract/protocol-limits'
import { NativeSelect } from '@mantine/core'
import { FactList } from '../../ui/FactList.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import { Losses } from './FileLists.tsx'
import classes from './Import.module.css'

export type Kinds = Readonly<Record<string, ItemKind>>

type FoundProtocolProps = {
  preview: ProtocolImportPreview
  kinds: Kinds
  onKind: (key: string, kind: ItemKind) => void
}

/** What a file holds: first what cannot be carried over, then what the draft will have. */
export function FoundProtocol({ preview, kinds, onKind }: FoundProtocolProps) {
  const { t } = useTranslation()
  const { name, locales, licence, source, items, media, losses, loss_count, existing, gap_count } = preview
  const unknown = t('protocol_import__found__unknown')
  const hasGuesses = items.some(({ guess }) => guess !== null)
  return (
    <div className={classes.found}>
      {loss_count === 0 ? (
        <p className={classes.text}>{t('protocol_import__losses__none')}</p>
      ) : (
        <Losses losses={losses} count={loss_count} />
      )}
      <h3>{t('protocol_import__found__title')}</h3>
      <FactList
        facts={[
          [t('protocol_import__found__name'), name],
          [
            t('protocol_import__found__languages'),
            locales.map(({ code }) => localeName(code, currentLanguage())).join(', '),
          ],
          [t('protocol_import__found__licence'), licence || unknown],
          [t('protocol_import__found__source'), source || unknown],
          ...(media.length === 0
            ? []
            : [
                [
                  t('protocol_import__found__media'),
                  media.map((one) => `${one.filename} (${fileSize(one.size, currentLanguage())})`).join(', '),
                ] as const,
              ]),
        ]}
      />
      {existing !== null && <p className={classes.text}>{t('protocol_import__found__existing', { name: existing })}</p>}
      {preview.reads_milliseconds && <p className={classes.text}>{t('protocol_import__found__milliseconds')}</p>}
      {hasGuesses && <p className={classes.text}>{t('protocol_import__items__guessed')}</p>}
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">{t('protocol_import__items__title')}</th>
            <th scope="col" className={classes.kind}>
              {t('protocol_import__items__kind')}
            </th>
            <th scope="col" className={classes.limit}>
              {t('protocol_import__items__limit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.key}>
              <td lang={locales[0]?.code}>
                {item.repeats === 1
                  ? item.title
                  : t('protocol_import__items__times', { title: item.title, times: item.repeats })}
              </td>
              <td>
                <Kind item={item} kind={kinds[item.key] ?? item.category} onKind={(kind) => onKind(item.key, kind)} />
              </td>
              <td>
                {item.max_duration === null
                  ? t('protocol_import__items__unlimited')
                  : t('protocol_import__items__seconds', { seconds: item.max_duration })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {gap_count > 0 && <p className={classes.text}>{t('protocol_import__found__gaps', { count: gap_count })}</p>}
    </div>
  )
}

type KindProps = { item: ProtocolImportItem; kind: ItemKind; onKind: (kind: ItemKind) => void }

/** The kind that the file states, or a choice that begins with the proposal. */
function Kind({ item: { guess, title }, kind, onKind }: KindProps) {
  const { t } = useTranslation()
  if (guess === null) return t(`studio__kind__${kind}`)
  return (
    <NativeSelect
      aria-label={t('protocol_import__items__kind_of', { title })}
      description={t(`protocol_import__reason__${guess.reason}`, { sign: guess.sign })}
      inputWrapperOrder={['input', 'description']}
      value={kind}
      data={itemKinds.map((one) => ({ value: one, label: t(`studio__kind__${one}`) }))}
      onChange={({ currentTarget }) => onKind(itemKinds.find((one) => one === currentTarget.value) ?? kind)}
    />
  )
}
