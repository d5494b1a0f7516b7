import { useEffect, useState } from 'react'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { type Cloud, cloudHeight, cloudWidth, layOutCloud } from './lay-out-cloud.ts'
import classes from './TranscriptCard.module.css'

type Counts = readonly [string, number][]
/** `allCounts`: with function words; empty where they are unknown. */
type WordCloudProps = { counts: Counts; allCounts: Counts; language: string }

/** The content words, or all words by choice, sized by frequency, and the same as a list. */
export function WordCloud({ counts: contentCounts, allCounts, language }: WordCloudProps) {
  const { t } = useTranslation()
  const [leavesOut, setLeavesOut] = useState(true)
  const counts = leavesOut || allCounts.length === 0 ? contentCounts : allCounts
  const [cloud, setCloud] = useState<Cloud | null>(null)
  // The counts are a new object after each refetch, so compare them by content.
  const key = JSON.stringify(counts)
  useEffect(() => {
    let isCurrent = true
    layOutCloud(JSON.parse(key), getComputedStyle(document.body).fontFamily).then((laidOut) => {
      if (isCurrent) setCloud(laidOut)
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  return (
    <section className={classes.cloud} aria-label={t('analysis__cloud__title')}>
      <h3>{t('analysis__cloud__title')}</h3>
      {allCounts.length > contentCounts.length && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={leavesOut}
            onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
          />
          {t('analysis__cloud__content')}
        </label>
      )}
      <svg className={classes.drawing} viewBox={`0 0 ${cloudWidth} ${cloudHeight}`} aria-hidden="true" lang={language}>
        <g transform={`translate(${cloudWidth / 2} ${cloudHeight / 2})`}>
          {cloud?.words.map(({ text, x, y, size, weight }) => (
            <text key={text} x={x} y={y} fontSize={size} textAnchor="middle" data-weight={weight}>
              {text}
            </text>
          ))}
        </g>
      </svg>
      <Fold title={t('analysis__cloud__list')}>
        <table className={classes.counts}>
          <thead>
            <tr>
              <th scope="col">{t('analysis__cloud__word')}</th>
              <th scope="col">{t('analysis__cloud__count')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(([word, count]) => (
              <tr key={word}>
                <th scope="row" lang={language}>
                  {word}
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </section>
  )
}
