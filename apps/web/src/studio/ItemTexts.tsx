import type { DraftItem, DraftItemTexts, FluencyRule, ProtocolMedium } from '@fonema/contract'
import type { GapCode } from '@fonema/contract/protocol-gaps'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import classes from '../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { fieldId } from './gaps.ts'
import { InstructionEditor } from './InstructionEditor.tsx'
import { MediumField } from './MediumField.tsx'

type ItemTextsProps = {
  item: DraftItem
  locale: string
  texts: DraftItemTexts
  gaps: ReadonlyMap<string, GapCode>
  addressOf: (file: string) => string | undefined
  onUploaded: (medium: ProtocolMedium) => void
  onChange: (changes: Partial<DraftItemTexts>) => void
  onUseEverywhere: ((kind: 'image' | 'audio' | 'video') => void) | undefined
}

/** Kinds of items whose words are written down. */
const withReference = new Set(['reading', 'sentence', 'retelling', 'naming'])
const withUnits = new Set(['picture_description', 'retelling'])

/** What an item says and shows in one language. */
export function ItemTexts({
  item,
  locale,
  texts,
  gaps,
  addressOf,
  onUploaded,
  onChange,
  onUseEverywhere,
}: ItemTextsProps) {
  const { t } = useTranslation()
  const idOf = (field: string) => fieldId({ item: item.key, locale, field })
  const errorOf = (field: string) => {
    const code = gaps.get(field)
    return code === undefined ? undefined : t(`studio__gap__${code}`)
  }
  const showsReference = withReference.has(item.category) || texts.reference_text !== ''
  const showsUnits = withUnits.has(item.category) || texts.information_units.length > 0
  return (
    <section className={classes.language} aria-labelledby={`${idOf('head')}`}>
      <h3 id={idOf('head')} className={classes.languageHead}>
        {localeName(locale, currentLanguage())}
        {gaps.size > 0 && (
          <span className={classes.missing}>{t('studio__language__missing', { count: gaps.size })}</span>
        )}
      </h3>
      <TextInput
        id={idOf('title')}
        lang={locale}
        label={t('studio__item__title')}
        value={texts.title}
        maxLength={200}
        error={errorOf('title')}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <InstructionEditor
        id={idOf('trigger')}
        lang={locale}
        label={t('studio__item__trigger')}
        value={texts.trigger}
        error={errorOf('trigger')}
        onChange={(trigger) => onChange({ trigger })}
      />
      {showsReference && (
        <Textarea
          id={idOf('reference_text')}
          lang={locale}
          label={t('studio__item__reference')}
          description={t('studio__item__reference_hint')}
          value={texts.reference_text}
          autosize
          minRows={2}
          error={errorOf('reference_text')}
          onChange={({ currentTarget }) => onChange({ reference_text: currentTarget.value })}
        />
      )}
      {showsUnits && (
        <LinesField
          id={idOf('information_units')}
          lang={locale}
          label={t('studio__item__units')}
          description={t('studio__item__units_hint')}
          lines={texts.information_units}
          error={errorOf('information_units')}
          onChange={(information_units) => onChange({ information_units })}
        />
      )}
      {item.category === 'fluency' && (
        <RuleField
          id={idOf('fluency')}
          rule={texts.fluency}
          error={errorOf('fluency')}
          onChange={(fluency) => onChange({ fluency })}
        />
      )}
      {(['image', 'audio', 'video'] as const).map((kind) => (
        <MediumField
          key={kind}
          kind={kind}
          lang={locale}
          idOf={idOf}
          errorOf={errorOf}
          medium={texts[kind]}
          addressOf={addressOf}
          onUploaded={onUploaded}
          onChange={(medium) => onChange({ [kind]: medium })}
          onUseEverywhere={onUseEverywhere && (() => onUseEverywhere(kind))}
        />
      ))}
    </section>
  )
}

type LinesFieldProps = {
  id: string
  lang: string
  label: string
  description: string
  lines: readonly string[]
  error: string | undefined
  onChange: (lines: string[]) => void
}

/** One entry in each line. Empty lines are dropped when the field is left. */
function LinesField({ lines, onChange, ...field }: LinesFieldProps) {
  return (
    <Textarea
      {...field}
      key={lines.join('\n')}
      defaultValue={lines.join('\n')}
      autosize
      minRows={3}
      onBlur={({ currentTarget }) => {
        const now = currentTarget.value
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
        if (now.join('\n') !== lines.join('\n')) onChange(now)
      }}
    />
  )
}

type RuleFieldProps = {
  id: string
  rule: FluencyRule | null
  error: string | undefined
  onChange: (rule: FluencyRule | null) => void
}

/** Which answers of a fluency item count: names of animals, or words with a letter. */
function RuleField({ id, rule, error, onChange }: RuleFieldProps) {
  const { t } = useTranslation()
  const kind = rule === null ? '' : 'list' in rule ? 'list' : 'letters'
  return (
    <div className={classes.row}>
      <NativeSelect
        id={id}
        label={t('studio__item__rule')}
        value={kind}
        error={error}
        data={[
          { value: '', label: t('studio__rule__none') },
          { value: 'list', label: t('studio__rule__animals') },
          { value: 'letters', label: t('studio__rule__letter') },
        ]}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          if (value === '') onChange(null)
          else onChange(value === 'list' ? { list: 'animals' } : { letters: ['p'] })
        }}
      />
      {rule !== null && 'letters' in rule && (
        <TextInput
          label={t('studio__rule__letters')}
          value={rule.letters.join(' ')}
          maxLength={20}
          onChange={({ currentTarget }) => {
            const letters = currentTarget.value.toLowerCase().split(/\s+/).filter(Boolean)
            if (letters.length > 0) onChange({ letters })
          }}
        />
      )}
    </div>
  )
}
