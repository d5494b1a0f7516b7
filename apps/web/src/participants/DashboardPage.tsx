import type { Participant } from '@fonema/contract'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess, useUser } from '../api/current-user.ts'
import { Card } from '../ui/Card.tsx'
import { loadTexts } from '../ui/i18n.ts'
import { CalendarIcon, TutorialIcon } from '../ui/icons.tsx'
import { useTitle } from '../ui/useTitle.ts'
import classes from './DashboardPage.module.css'
import { ParticipantList } from './ParticipantList.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { isTutorialDone, noteTutorialDone } from './tutorial-done.ts'
import { useParticipant } from './useParticipants.ts'

// Most users see it once, so it loads after the page.
const Tutorial = lazy(() => import('./Tutorial.tsx').then(({ Tutorial }) => ({ default: Tutorial })))

// Few users import files, so this loads on demand too.
const ParticipantsImport = lazy(async () => {
  const [{ ParticipantsImport }] = await Promise.all([import('./ParticipantsImport.tsx'), loadTexts('imports')])
  return { default: ParticipantsImport }
})

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
}

/** The survey of a planned visit. */
type AskedSurvey = { participantId: string; surveyId: string; visitId: string }

/** The examiner's home. */
export function DashboardPage({ Survey, Calendar, Today }: DashboardPageProps) {
  const { t } = useTranslation()
  const { id, first_name, last_name, roles } = useUser()
  const mayRegister = useAccess({ feature: 'createParticipant' })
  const examiner = roles.examiner_id ?? id
  const [isTutorialOpen, setTutorialOpen] = useState(() => !isTutorialDone(examiner))
  const [wasTutorialOpened, setTutorialOpened] = useState(isTutorialOpen)
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [surveyed, setSurveyed] = useState<Participant | null>(null)
  const [asked, setAsked] = useState<AskedSurvey | null>(null)
  const { data: visiting } = useParticipant(asked?.participantId ?? '')
  const registration = useRef<HTMLDivElement>(null)
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
      <Suspense fallback={<Skeleton height={96} radius="lg" mb="lg" />}>
        <Today onSurvey={setAsked} />
      </Suspense>
      {mayRegister && (
        <Button
          className={classes.jump}
          variant="default"
          onClick={() => {
            registration.current?.scrollIntoView()
            registration.current?.querySelector('input')?.focus({ preventScroll: true })
          }}
        >
          {t('home__form__title')}
        </Button>
      )}
      <div className={classes.columns}>
        <div data-tutorial="list">
          <ParticipantList onSurvey={setSurveyed} />
        </div>
        <div data-tutorial="form" ref={registration} className={classes.registration}>
          <Card title={t('home__form__title')}>
            {mayRegister ? (
              <>
                <RegistrationForm />
                <Button className={classes.import} variant="subtle" onClick={() => setImporting(true)}>
                  {t('participants__import__open')}
                </Button>
              </>
            ) : (
              <p className={classes.unavailable}>{t('home__form__unavailable')}</p>
            )}
          </Card>
        </div>
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
      {isImporting && (
        <Suspense>
          <ParticipantsImport onClose={() => setImporting(false)} />
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
