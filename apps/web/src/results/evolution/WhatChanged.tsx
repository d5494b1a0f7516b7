import type { Obstacle } from '@fonema/contract'
import { obstacles } from '@fonema/contract/comparability'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import type { Domain } from '../session/domains.ts'
import type { Change } from './change.ts'
import { type Evolved, familyOf, realChanges } from './choose-lines.ts'
import classes from './Evolution.module.css'
import type { Line } from './lines.ts'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

/** More sentences than this are not read at a glance; the list below has all. */
const mostSentences = 3
/** The share of unchanged measures that exceed the error by chance. */
const byChance = 0.05
/** Fewer comparisons need no warning. */
const fewestCompared = 10

type WhatChangedProps = {
  evolved: readonly Evolved[]
  important: readonly Domain[]
  needs: { n: number; repeats: number } | undefined
  /** Whose sessions the sentence links to; absent: the page shows these two sessions. */
  participantId?: string
}

/** What changed, in words with numbers; or that nothing did; or that nothing can be compared, and why. */
export function WhatChanged({ evolved, important, needs, participantId }: WhatChangedProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  // What says nothing about the person is left out of the sentences, of the list and of the number by chance.
  const several = evolved.filter(({ change }) => change !== null && change.kind !== 'not_judged')
  if (several.length === 0) return null
  const real = realChanges(evolved, important)
  const of = (kind: Change['kind']) => several.filter(({ change }) => change?.kind === kind)
  const compared = of('beyond').length + of('within').length
  const unknown = of('unknown').length
  const moved = several.flatMap(({ change }) => (change !== null && 'from' in change ? [change] : []))
  const first = moved.map(({ from }) => from.date).sort()[0]
  const isFirstOfFamily = ({ line }: Evolved, index: number) =>
    real.findIndex((other) => familyOf(other.line) === familyOf(line)) === index
  const said = real.filter(isFirstOfFamily).slice(0, mostSentences)
  const pair = said[0]?.change ?? moved.toSorted((a, b) => a.from.date.localeCompare(b.from.date))[0]
  const isWithinSession = real.some(({ change }) => change.isWithinSession)
  return (
    <div className={classes.answer}>
      {said.map(({ line, change }, index) => (
        <p key={line.id} className={index === 0 ? classes.first : undefined} data-change="beyond">
          {t(line.item === '' ? 'analysis__change__sentence_session' : 'analysis__change__sentence', {
            what: texts.phraseOf(line, change) ?? texts.nameOf(line),
            item: line.item,
            now: texts.valueOf(change.to.raw, line),
            before: texts.valueOf(change.from.raw, line),
            date: texts.dayOf(change.from.date),
            error: texts.errorOf(change.mdc95, line),
          })}
        </p>
      ))}
      {real.length === 0 && compared > 0 && first !== undefined && (
        <p className={classes.first}>{t('analysis__change__nothing', { date: texts.dayOf(first), compared })}</p>
      )}
      {compared === 0 && unknown === 0 && <Incomparable several={several} areTwo={participantId === undefined} />}
      {compared === 0 && unknown > 0 && <p className={classes.first}>{t('analysis__change__not_known')}</p>}
      {participantId !== undefined && pair !== undefined && (
        <p>
          <Anchor component={Link} to={links.compareSessions(participantId, pair.from.session, pair.to.session)}>
            {t('analysis__change__side_by_side', {
              from: texts.dayOf(pair.from.date),
              to: texts.dayOf(pair.to.date),
            })}
          </Anchor>
        </p>
      )}
      {real.length > 0 && compared >= fewestCompared && (
        <p className={classes.aside}>
          {t('analysis__change__chance', {
            compared,
            found: of('beyond').length,
            expected: Math.round(byChance * compared),
          })}
        </p>
      )}
      {unknown > 0 && needs !== undefined && (
        <p className={classes.aside}>
          {t('analysis__change__unknown_note', { unknown, total: several.length, ...needs })}
        </p>
      )}
      {isWithinSession && <p className={classes.aside}>{t('analysis__change__within_session')}</p>}
      {compared > 0 && <AllChanges several={several} />}
    </div>
  )
}

function Incomparable({ several, areTwo }: { several: readonly Evolved[]; areTwo: boolean }) {
  const { t } = useTranslation()
  const found = several.flatMap(({ change }) => (change?.kind === 'incomparable' ? change.reasons : []))
  const reasons: Obstacle[] = obstacles.filter((one) => found.includes(one))
  return (
    <p className={classes.first}>
      {t(areTwo ? 'analysis__sessions__both_incomparable' : 'analysis__change__incomparable', {
        reasons: reasons.map((one) => t(`analysis__obstacle__${one}`)).join(', '),
      })}
    </p>
  )
}

/** Every measure with its change and verdict, the real ones first. */
function AllChanges({ several }: { several: readonly Evolved[] }) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const kinds: Change['kind'][] = ['beyond', 'within', 'incomparable', 'unknown']
  const rank = ({ change }: Evolved) => kinds.indexOf(change?.kind ?? 'unknown')
  const rows = several.filter(({ change }) => change?.kind !== 'unknown').toSorted((a, b) => rank(a) - rank(b))
  const verdictOf = (line: Line, change: Change) => {
    if (change.kind === 'incomparable') return change.reasons.map((one) => t(`analysis__obstacle__${one}`)).join(', ')
    if (!('mdc95' in change)) return ''
    const error = texts.errorOf(change.mdc95, line)
    return t(change.kind === 'beyond' ? 'analysis__change__beyond' : 'analysis__change__within', { error })
  }
  return (
    <Fold title={t('analysis__change__all', { compared: rows.length })}>
      <ul className={classes.changes}>
        {rows.map(({ line, change }) => (
          <li key={line.id} data-change={change?.kind}>
            <span>{[texts.nameOf(line), line.item].filter(Boolean).join(' · ')}</span>
            <span>
              {change !== null &&
                'from' in change &&
                texts.differenceOf(change.difference, [change.from.raw, change.to.raw], line)}
            </span>
            <span>{change !== null && verdictOf(line, change)}</span>
          </li>
        ))}
      </ul>
      <p className={classes.aside}>{t('analysis__change__method')}</p>
    </Fold>
  )
}
