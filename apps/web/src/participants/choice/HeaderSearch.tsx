import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { links } from '../../ui/links.ts'
import classes from './HeaderSearch.module.css'
import { ParticipantChoice } from './ParticipantChoice.tsx'

/** From anywhere to a participant: a field in the header, behind a button where there is no room for it. */
export function HeaderSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const label = t('participants__choice__search')
  const choice = (autoFocus: boolean) => (
    <ParticipantChoice
      label={label}
      autoFocus={autoFocus}
      onChoose={(participant) => {
        setOpen(false)
        if (participant !== null) void navigate(links.participant(participant.id))
      }}
    />
  )
  return (
    <search className={classes.search}>
      <div className={classes.wide}>{choice(false)}</div>
      <ActionIcon className={classes.narrow} aria-label={label} onClick={() => setOpen(true)}>
        <SearchIcon />
      </ActionIcon>
      <Dialog opened={isOpen} title={label} returnFocus={false} onClose={() => setOpen(false)}>
        <div className={classes.dialog}>{choice(true)}</div>
      </Dialog>
    </search>
  )
}
