import { Tour } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Tutorial.module.css'

// The list is longer than a screen, the form as long as a small one: there the head stands for the whole.
const head = ' section > :first-child'
const hasRoom = '(min-width: 68em) and (min-height: 50em)'

type TutorialProps = { isOpen: boolean; onClose: () => void }

/** Four steps through the home page. It keeps the keyboard to itself and gives it back to where it was. */
export function Tutorial({ isOpen, onClose }: TutorialProps) {
  const { t } = useTranslation()
  const before = useRef<Element | null>(null)
  if (isOpen && before.current === null) before.current = document.activeElement

  function close() {
    onClose()
    const target = before.current
    before.current = null
    // The page itself had the focus when the tutorial came by itself.
    if (target instanceof HTMLElement && target !== document.body) target.focus()
  }

  const [form, list] = ['[data-tutorial="form"]', '[data-tutorial="list"]'] as const
  const targets = {
    tutorial: '[data-tutorial="tutorial"]',
    name: '[data-tutorial="name"]',
    form: matchMedia(hasRoom).matches ? form : form + head,
    list: list + head,
  }
  const step = (name: 'tutorial' | 'name' | 'form' | 'list') => ({
    target: targets[name],
    title: t(`home__tutorial__${name}_title`),
    children: t(`home__tutorial__${name}_text`),
  })

  return (
    <Tour
      active={isOpen}
      onClose={close}
      classNames={{
        tooltip: classes.tooltip,
        title: classes.title,
        body: classes.body,
        stepCounter: classes.counter,
        navigationButton: classes.button,
      }}
      withCloseButton={false}
      spotlightRadius={14}
      overlayColor="rgb(16 40 48 / 55%)"
      labels={{
        skip: t('home__tutorial__skip'),
        back: t('home__tutorial__back'),
        next: t('home__tutorial__next'),
        close: t('home__tutorial__finish'),
        stepCounter: (step, steps) => t('home__tutorial__counter', { step, steps }),
      }}
    >
      <Tour.Step {...step('tutorial')} spotlightPadding={0} />
      <Tour.Step {...step('name')} />
      <Tour.Step {...step('form')} position="left-start" />
      <Tour.Step {...step('list')} position="bottom-start" />
    </Tour>
  )
}
