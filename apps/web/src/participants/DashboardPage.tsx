import type { Participant } from '@fonema/contract'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useAccess, useUser } from '../api/current-user.ts'
import { useParticipant } from '../api/participants.ts'
import { useTranslation } from '../ui/i18n.ts'
import { CalendarIcon, TutorialIcon } from '../ui/icons.tsx'
import { useTitle } from '../ui/useTitle.ts'
import classes from './DashboardPage.module.css'
import { narrowHome } from './narrow-home.ts'
import { ParticipantList } from './ParticipantList.tsx'
import { RegistrationButton, RegistrationJump } from './Registration.tsx'
import { isTutorialDone, noteTutorialDone } from './tutorial-done.ts'

// Most users see it once, so it loads after the page.
const Tutorial = lazy(() => import('./Tutorial.tsx').then(({ Tutorial }) => ({ default: Tutorial })))

type DashboardPageProps = {
  /** Fills in a survey for a participant; loaded when opened. */
  Survey: ComponentType<{
    participant: Participant
    surveyId?: string | undefined
    visitId?: string | undefined
    onClose: () => void
  }>
  /** Sessions and surveys by date; loaded when opened. */
  Calendar: ComponentType<{ onClose: () => void }>
  /** What is due today. */
  Today: ComponentType<{ onSurvey: (asked: AskedSurvey) => void }>
  /** The form beside the list, on wide screens. */
  Registration: ComponentType<{ mayRegister: boolean }>
}

/** The survey of a planned visit. */
type AskedSurvey = { participantId: string; surveyId: string; visitId: string }

/** The examiner's home. */
export function DashboardPage({ Survey, Calendar, Today, Registration }: DashboardPageProps) {
  const { t } = useTranslation()
  const { id, first_name, last_name, roles } = useUser()
  const mayRegister = useAccess({ feature: 'createParticipant' })
  const examiner = roles.examiner_id ?? id
  const [isTutorialOpen, setTutorialOpen] = useState(() => !isTutorialDone(examiner))
  const [wasTutorialOpened, setTutorialOpened] = useState(isTutorialOpen)
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  const [surveyed, setSurveyed] = useState<Participant | null>(null)
  const [asked, setAsked] = useState<AskedSurvey | null>(null)
  const { data: visiting } = useParticipant(asked?.participantId ?? '')
  const isNarrow =
    useMediaQuery(narrowHome, matchMedia(narrowHome).matches, { getInitialValueInEffect: false }) ?? false
  useTitle(t('home__page__title'))

  function setTutorial(isOpen: boolean) {
    setTutorialOpen(isOpen)
    if (isOpen) setTutorialOpened(true)
    else noteTutorialDone(examiner)
  }

  return (
    <>
      <div className={classes.welcome}>
        <h1 data-tutorial="name">{t('home__header__welcome', { name: `${first_name} ${last_name}`.trim() })}</h1>
        <ActionIcon
          data-tutorial="tutorial"
          aria-label={t('home__tutorial__open')}
          title={t('home__tutorial__open')}
          onClick={() => setTutorial(true)}
        >
          <TutorialIcon size={24} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('home__header__agenda')}
          title={t('home__header__agenda')}
          onClick={() => setCalendarOpen(true)}
        >
          <CalendarIcon size={24} />
        </ActionIcon>
      </div>
      <Today onSurvey={setAsked} />
      {!isNarrow && mayRegister && <RegistrationJump />}
      <div className={classes.columns}>
        <div data-tutorial="list">
          <ParticipantList
            onSurvey={setSurveyed}
            action={
              isNarrow && (
                <div data-tutorial="form" className={classes.register}>
                  <RegistrationButton mayRegister={mayRegister} />
                </div>
              )
            }
          />
        </div>
        {!isNarrow && (
          <div data-tutorial="form" className={classes.registration}>
            <Suspense>
              <Registration mayRegister={mayRegister} />
            </Suspense>
          </div>
        )}
      </div>
      {surveyed !== null && (
        <Suspense>
          <Survey participant={surveyed} onClose={() => setSurveyed(null)} />
        </Suspense>
      )}
      {asked !== null && visiting && (
        <Suspense>
          <Survey
            participant={visiting}
            surveyId={asked.surveyId}
            visitId={asked.visitId}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {isCalendarOpen && (
        <Suspense>
          <Calendar onClose={() => setCalendarOpen(false)} />
        </Suspense>
      )}
      {wasTutorialOpened && (
        <Suspense>
          <Tutorial isOpen={isTutorialOpen} onClose={() => setTutorial(false)} />
        </Suspense>
      )}
    </>
  )
}
