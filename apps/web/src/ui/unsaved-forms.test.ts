import { expect, test } from 'vitest'
import { createUnsavedForms, leavePage, pageForms, setLeaveQuestion } from './unsaved-forms.ts'

const draftOf = (isStored: boolean) => {
  const done: string[] = []
  return {
    done,
    isStored: () => isStored,
    keep: async () => void done.push('kept'),
    discard: () => void done.push('discarded'),
  }
}

test('a dialog is dirty while one of its forms is, until that form unmounts', () => {
  const forms = createUnsavedForms()
  forms.add({ isDirty: () => false })
  expect(forms.isDirty()).toBe(false)
  let isTyped = false
  const remove = forms.add({ isDirty: () => isTyped })
  isTyped = true
  expect(forms.isDirty()).toBe(true)
  remove()
  expect(forms.isDirty()).toBe(false)
})

test('a form with a draft survives navigation, and the closing of the tab once the draft is written', () => {
  for (const isStored of [true, false]) {
    const forms = createUnsavedForms()
    forms.add({ isDirty: () => true, draft: draftOf(isStored) })
    expect(forms.lostByMoving()).toBeUndefined()
    expect(forms.isLostByClosing()).toBe(!isStored)
  }
  const forms = createUnsavedForms()
  forms.add({ isDirty: () => true, draft: null })
  expect(forms.lostByMoving()).toBeDefined()
  expect(forms.isLostByClosing()).toBe(true)
})

test('a draft is offered only when it can keep all unsaved values', async () => {
  const forms = createUnsavedForms()
  const draft = draftOf(false)
  const untouched = draftOf(false)
  forms.add({ isDirty: () => true, draft })
  forms.add({ isDirty: () => false, draft: untouched })
  expect(forms.canKeep()).toBe(true)
  await forms.keep()
  forms.discard()
  expect([draft.done, untouched.done]).toEqual([['kept', 'discarded'], []])
  forms.add({ isDirty: () => true })
  expect(forms.canKeep()).toBe(false)
})

test('a form with its own question is asked about first', () => {
  const forms = createUnsavedForms()
  const question = () => ({ title: '', text: 'recording', stay: '', leave: '' })
  forms.add({ isDirty: () => true })
  forms.add({ isDirty: () => true, question })
  expect(forms.lostByMoving()?.question).toBe(question)
})

test('leaving waits for an answer only when something would be lost', () => {
  const done: string[] = []
  const asked: (() => void)[] = []
  setLeaveQuestion((action) => void asked.push(action))
  leavePage(() => void done.push('clean'))
  const remove = pageForms.add({ isDirty: () => true })
  leavePage(() => void done.push('dirty'))
  expect([done, asked.length]).toEqual([['clean'], 1])
  asked[0]?.()
  expect(done).toEqual(['clean', 'dirty'])
  remove()
  setLeaveQuestion(null)
})
