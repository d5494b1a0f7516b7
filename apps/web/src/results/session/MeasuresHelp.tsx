import { foldedIncludes } from '@fonema/contract/fold-text'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, type TextKey, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { MeasureExplanation } from './MeasureExplanation.tsx'
import { useExplanations } from './useExplanations.ts'

type MeasuresHelpProps = {
  /** Measures without it in their name or meaning are left out. */
  search: string
  /** Shown instead of an empty list. */
  nothing: string
}

/** Every measure with its explanation, by name. */
export function MeasuresHelp({ search, nothing }: MeasuresHelpProps) {
  const { t, exists } = useTranslation()
  const { data, error, refetch } = useExplanations()
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const found = [...data]
    .flatMap(([measure, { meaning, unit }]) => {
      const key = `analysis__measure__${measure}`
      // Measures without a name are exported only.
      return exists(key) ? [{ measure, name: t(key as TextKey), meaning, unit }] : []
    })
    .filter(({ name, meaning }) => foldedIncludes(name, search) || foldedIncludes(meaning, search))
    .sort((one, other) => one.name.localeCompare(other.name, currentLanguage()))
  if (found.length === 0) return <p>{nothing}</p>
  return found.map(({ measure, name, unit }) => (
    <Fold key={measure} title={name}>
      <MeasureExplanation measure={measure} unit={unit} />
    </Fold>
  ))
}
