import type { Participant } from '@fonema/contract'
import { findLettersOf, fullName, searchLetters } from '@fonema/contract/participant-search'
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../api/current-user.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { MarkedText } from '../MarkedText.tsx'
import classes from './ParticipantChoice.module.css'
import { noteRecentParticipant } from './recent.ts'
import { useOptions } from './useOptions.ts'

type ParticipantChoiceProps = {
  label: string
  /** Shown in the field until it is cleared. Absent: the field is emptied after each choice. */
  chosen?: Participant | null
  /** null: cleared */
  onChoose: (participant: Participant | null) => void
  autoFocus?: boolean
}

/** Finds a participant by letters of the code or name. Before typing starts, it offers the most recent choices. */
export function ParticipantChoice({ label, chosen = null, onChoose, autoFocus = false }: ParticipantChoiceProps) {
  const { t } = useTranslation()
  const { id, roles } = useUser()
  const examiner = roles.examiner_id ?? id
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [query, setQuery] = useState('')
  const wanted = searchLetters(query)
  const { options, isSearching } = useOptions(examiner, wanted)

  function choose(participant: Participant | null) {
    if (participant !== null) noteRecentParticipant(examiner, participant.id)
    setQuery('')
    combobox.closeDropdown()
    onChoose(participant)
  }

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(value) => choose(options.find((option) => option.id === value) ?? null)}
    >
      <Combobox.Target>
        <TextInput
          type="search"
          className={classes.field}
          aria-label={label}
          placeholder={label}
          data-autofocus={autoFocus || undefined}
          leftSection={<SearchIcon size={18} />}
          rightSection={
            chosen && <CloseButton aria-label={t('participants__choice__clear')} onClick={() => choose(null)} />
          }
          value={chosen === null ? query : lineOf(chosen)}
          readOnly={chosen !== null}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={chosen !== null || (wanted === '' && options.length === 0)}>
        <Combobox.Options aria-label={label}>
          {wanted === '' && options.length > 0 && <p className={classes.hint}>{t('participants__choice__recent')}</p>}
          {options.map((participant) => (
            <Option key={participant.id} participant={participant} wanted={wanted} />
          ))}
          {wanted !== '' && options.length === 0 && !isSearching && (
            <Combobox.Empty>{t('participants__list__nothing_found')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Option({ participant, wanted }: { participant: Participant; wanted: string }) {
  const { t } = useTranslation()
  const name = fullName(participant)
  const match = wanted === '' ? null : findLettersOf(wanted, participant)
  return (
    <Combobox.Option value={participant.id} className={classes.option}>
      <span className={classes.code}>
        <MarkedText text={participant.code} places={match?.code ?? []} />
      </span>
      {name !== null && (
        <span>
          <MarkedText text={name} places={match?.name ?? []} />
        </span>
      )}
      {!participant.active && <span className={classes.archived}>{t('participants__list__archived')}</span>}
    </Combobox.Option>
  )
}

const lineOf = (participant: Participant) => [participant.code, fullName(participant)].filter(Boolean).join(' · ')
