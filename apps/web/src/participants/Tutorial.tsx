import { Tour } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Tutorial.module.css'

// The list is longer than a screen and the form may be, so only the head of each is highlighted. In narrow windows a
// button opens the form.
const head = ' section > :first-child'
const isLow = '(min-width: 68.01em) and (max-height: 50em)'

type TutorialProps = { isOpen: boolean; onClose: () => void }

/** Four steps through the home page. Traps the keyboard focus and restores it afterwards. */
export function Tutorial({ isOpen, onClose }: TutorialProps) {
  const { t } = useTranslation()
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])

  function close() {
    onClose()
    const target = before.current
    // When the tutorial opened by itself, the body had the focus.
    if (target instanceof HTMLElement && target !== document.body) target.focus()
  }

  const [form, list] = ['[data-tutorial="form"]', '[data-tutorial="list"]'] as const
  const targets = {
    tutorial: '[data-tutorial="tutorial"]',
    name: '[data-tutorial="name"]',
    form: matchMedia(isLow).matches ? form + head : form,
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
