import { PlainFrame } from '../../ui/PlainFrame.tsx'
import { SecondFactorPage } from './SecondFactorPage.tsx'

/** The only page of a user who still has to set up the second factor that the organisation requires. */
export function RequiredFactor({ onDone }: { onDone: () => void }) {
  return (
    <PlainFrame>
      <SecondFactorPage required={{ onDone }} />
    </PlainFrame>
  )
}
