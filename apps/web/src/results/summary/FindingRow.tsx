import type { Finding } from '@fonema/contract'
import { colonIn } from '@fonema/contract/colon'
import { sentence } from '@fonema/findings'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { PlayIcon, StopIcon } from '../../ui/icons.tsx'
import { findingSearch } from './finding-target.ts'
import { PlaceBar } from './PlaceBar.tsx'
import classes from './SessionSummary.module.css'

type FindingRowProps = {
  finding: Finding
  /** The norm that is named above all findings. */
  knownNorm: string | undefined
  /** The number of its item in the protocol. */
  order: number | null
  isPlaying?: boolean
  /** The address of the session's result, when it is shown elsewhere. */
  resultPage?: string
  /** The link opens the item, which may play the moment itself. */
  onOpen?: () => void
  /** Null: it has no recording. */
  onPlay: (() => void) | null
}

/** One finding: a sign, the sentence with its numbers and source, its place in the norm, and its sound. */
export function FindingRow({
  finding,
  knownNorm,
  order,
  isPlaying = false,
  resultPage,
  onOpen,
  onPlay,
}: FindingRowProps) {
  const { t } = useTranslation()
  const { lead, detail, source } = sentence(finding, currentLanguage(), { knownNorm })
  const place = finding.kind === 'index' ? null : finding.place
  return (
    <li className={classes.finding} data-finding={finding.id} data-silent={resultPage === undefined ? undefined : true}>
      <span className={classes.dot} data-sign={finding.sign}>
        <VisuallyHidden>{t(`findings__sign__${finding.sign}`)}</VisuallyHidden>
      </span>
      <div>
        <p className={classes.sentence}>
          <Link
            to={(resultPage ?? '') + findingSearch(finding, order)}
            {...(resultPage === undefined && { replace: true, preventScrollReset: true })}
            className={classes.lead}
            onClick={onOpen}
          >
            {lead}
          </Link>
          {colonIn(currentLanguage())}
          {detail}
        </p>
        <p className={classes.source}>{source}</p>
      </div>
      <div className={classes.place}>{place !== null && <PlaceBar place={place} sign={finding.sign} />}</div>
      {onPlay !== null && (
        <ActionIcon
          variant="default"
          radius="xl"
          size={44}
          className={classes.play}
          aria-label={t(isPlaying ? 'findings__summary__stop' : 'findings__summary__play', { name: lead })}
          onClick={onPlay}
        >
          {isPlaying ? <StopIcon size={18} /> : <PlayIcon size={18} />}
        </ActionIcon>
      )}
    </li>
  )
}
