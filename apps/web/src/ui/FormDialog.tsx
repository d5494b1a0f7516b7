import { Button } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import classes from './FormDialog.module.css'
import { useFailureTexts } from './failure-texts.ts'
import { fieldErrorsOf } from './form-failure.ts'
import { Unsaved, useCloseDialog } from './Unsaved.tsx'

type FormProps<Values extends Record<string, unknown>, Saved> = {
  form: ReturnType<typeof useForm<Values>>
  /** Refused fields show the reason. */
  send: (values: Values) => Promise<Saved>
  onSaved: (saved: Saved) => Promise<void> | void
  cancelText: string
  saveText: string
  children: ReactNode
}

type FormDialogProps<Values extends Record<string, unknown>, Saved> = FormProps<Values, Saved> & {
  title: string
  /** Replaces the form when there is one. */
  result?: ReactNode
  onClose: () => void
}

/** A form in a dialog. `onSaved` closes it; any other way to close it asks first while values are unsaved. */
export function FormDialog<Values extends Record<string, unknown>, Saved>({
  title,
  result,
  onClose,
  ...props
}: FormDialogProps<Values, Saved>) {
  return (
    <Dialog opened size="lg" title={title} onClose={onClose} closeOnClickOutside={false}>
      {result || <Form {...props} />}
    </Dialog>
  )
}

function Form<Values extends Record<string, unknown>, Saved>(props: FormProps<Values, Saved>) {
  const { form, send, onSaved, cancelText, saveText, children } = props
  const texts = useFailureTexts()
  const close = useCloseDialog()
  const save = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(form.values), texts)),
  })
  return (
    <form
      ref={focusFirstField}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Unsaved when={form.isDirty()} />
      {children}
      <DialogButtons cancel={{ text: cancelText, onClick: close }}>
        <Button type="submit" loading={save.isPending}>
          {saveText}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** The dialog focuses what is marked: the first field, where the form marks none. */
function focusFirstField(form: HTMLFormElement | null) {
  if (form === null || form.querySelector('[data-autofocus]') !== null) return
  form.querySelector('input:enabled, select:enabled, textarea:enabled')?.setAttribute('data-autofocus', '')
}
