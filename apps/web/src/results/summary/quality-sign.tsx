import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, MicrophoneIcon, WarningIcon, WaveIcon } from '../../ui/icons.tsx'
import { stateIcons } from '../session/ItemStateMark.tsx'
import type { Item, ItemState } from '../session/session-state.ts'

type Verdict = 'good' | 'fair' | 'poor'

/** The verdict on an item's recording; for an item without one, its state. */
export type Sign = { verdict: Verdict; state: null } | { verdict: null; state: ItemState }

export function signOf({ answer, state }: Item): Sign {
  const verdict = answer?.quality?.verdict
  return verdict === undefined || (state !== 'ready' && state !== 'poor')
    ? { verdict: null, state }
    : { verdict, state: null }
}

const verdictIcons: Record<Verdict, ReactNode> = {
  good: <CheckIcon size={16} />,
  fair: <WaveIcon size={16} />,
  poor: <WarningIcon size={16} />,
}

/** The tick is for good recordings only: a measured one without a verdict has the sign of a recording. */
export function signIcon({ verdict, state }: Sign): ReactNode {
  if (verdict !== null) return verdictIcons[verdict]
  return state === 'ready' ? <MicrophoneIcon size={16} /> : stateIcons[state]
}

export function useSignText(): (sign: Sign) => string {
  const { t } = useTranslation()
  return ({ verdict, state }) =>
    verdict === null ? t(`responses__result__state__${state}`) : t(`analysis__verdict__${verdict}`)
}
