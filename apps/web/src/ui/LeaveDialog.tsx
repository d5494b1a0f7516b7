import { Dialog } from './Dialog.tsx'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import type { LeaveQuestion } from './unsaved-forms.ts'

type LeaveDialogProps = { question: LeaveQuestion; onStay: () => void; onLeave: () => void }

/** Asks before the user leaves a page with unsaved values. */
export function LeaveDialog({ question: { title, text, stay, leave }, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog opened title={title} onClose={onStay}>
      <UnsavedQuestion text={text} stay={stay} leave={leave} onStay={onStay} onLeave={onLeave} />
    </Dialog>
  )
}
