import { Anchor } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './ResultHeader.module.css'

/** One line of the comment, with an ellipsis if there is more, and a button that shows all. */
export function SessionComment({ comment }: { comment: string }) {
  const { t } = useTranslation()
  const text = useRef<HTMLParagraphElement>(null)
  // Renders again when the width changes.
  const { ref } = useElementSize<HTMLParagraphElement>()
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen && text.current !== null) setCut(text.current.scrollHeight > text.current.clientHeight)
  })
  return (
    <div className={classes.comment}>
      <p ref={useMergedRef(ref, text)} data-cut={!isOpen || undefined}>
        <span className={classes.label}>{t('responses__result__comment')}</span> {comment}
      </p>
      {isCut && (
        <Anchor component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'responses__result__comment_less' : 'responses__result__comment_more')}
        </Anchor>
      )}
    </div>
  )
}
