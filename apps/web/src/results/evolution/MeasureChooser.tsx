import { foldedIncludes } from '@fonema/contract/fold-text'
import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { domains } from '../session/domains.ts'
import { type Marked, mostLines } from './choose-lines.ts'
import classes from './Evolution.module.css'
import type { Line } from './lines.ts'
import { colorOf, shapeOf } from './marks.ts'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

type MeasureChooserProps = {
  all: readonly Line[]
  drawn: readonly Marked[]
  offered: readonly Marked[]
  hasChoices: boolean
  onHide: (line: Line, isHidden: boolean) => void
  onForget: () => void
}

/** Hides and adds measures, at most four at a time: those at first, and all others by domain. */
export function MeasureChooser({ all, drawn, offered, hasChoices, onHide, onForget }: MeasureChooserProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const [search, setSearch] = useState('')
  const note = useId()
  const isFull = drawn.length >= mostLines
  const isDrawn = (line: Line) => drawn.some((one) => one.line === line)
  const others = all.filter((line) => !offered.some((one) => one.line === line))
  const found = others.filter((line) => foldedIncludes(`${texts.nameOf(line)} ${line.item} ${line.protocol}`, search))
  const choice = (line: Line, name: string, mark?: number) => (
    <label key={line.id}>
      <input
        type="checkbox"
        checked={isDrawn(line)}
        disabled={isFull && !isDrawn(line)}
        aria-describedby={isFull && !isDrawn(line) ? note : undefined}
        onChange={({ currentTarget }) => onHide(line, !currentTarget.checked)}
      />
      {mark !== undefined && (
        <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
          <path d={shapeOf(mark)} fill={colorOf(mark)} />
        </svg>
      )}
      <span>
        {name}
        {line.item !== '' && <small>{line.item}</small>}
      </span>
    </label>
  )
  return (
    <>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{t('analysis__evolution__choose')}</legend>
        {offered.map(({ line, mark }) => choice(line, texts.nameOf(line), mark))}
        {hasChoices && (
          <Button variant="subtle" size="compact-md" onClick={onForget}>
            {t('analysis__evolution__show_changing')}
          </Button>
        )}
      </fieldset>
      {others.length > 0 && (
        <Fold title={t('analysis__evolution__others')}>
          <div className={classes.others}>
            <TextInput
              type="search"
              label={t('analysis__evolution__search')}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            {isFull && (
              <p id={note} className={classes.aside}>
                {t('analysis__evolution__full')}
              </p>
            )}
            <p role="status" className={classes.aside}>
              {found.length === 0 && t('analysis__evolution__none_found')}
            </p>
            {domains.map((domain) => {
              const own = found.filter((line) => line.domain === domain)
              if (own.length === 0) return null
              return (
                <fieldset key={domain} className={classes.choices}>
                  <legend className={classes.legend}>{t(`analysis__domain__${domain}`)}</legend>
                  {own.map((line) => choice(line, texts.nameOf(line)))}
                </fieldset>
              )
            })}
          </div>
        </Fold>
      )}
    </>
  )
}
