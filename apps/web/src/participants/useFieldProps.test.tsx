import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyRegistration, type RegistrationField } from './registration.ts'
import { type Typed, useFieldProps } from './useFieldProps.ts'
import { usePhoneProps } from './usePhoneProps.tsx'

test('a letter changes the props of its own field only', () => {
  const { result } = renderHook(() => {
    const form = useForm({ initialValues: emptyRegistration })
    return { form, field: useFieldProps(form) }
  })
  const propsOf = () =>
    (Object.keys(emptyRegistration) as RegistrationField[]).map((name) => Object.values(result.current.field(name)))
  const before = propsOf()
  act(() => result.current.field('code').onChange({ currentTarget: { value: 'P' } }))
  const changed = propsOf().flatMap((props, index) =>
    props.every((prop, place) => Object.is(prop, before[index]![place])) ? [] : [props[0]],
  )
  expect(changed).toEqual(['code'])
})

test('a letter elsewhere leaves the phone’s props, and a typed number changes them', () => {
  const { result } = renderHook(() => {
    const form = useForm({ initialValues: { ...emptyRegistration, phone: '+54 11' } })
    return { form, field: useFieldProps(form), phone: usePhoneProps(form, '+54') }
  })
  const propsOf = () => {
    const { country, number } = result.current.phone
    return [country.onChange, number.onChange, number.leftSection]
  }
  const typed: Typed = { currentTarget: { value: '11 5' } }
  const before = propsOf()
  act(() => result.current.field('diagnose').onChange(typed))
  expect(propsOf().map((prop, index) => prop === before[index])).toEqual([true, true, true])
  act(() => result.current.phone.number.onChange(typed))
  expect(result.current.form.values.phone).toBe('+5411 5')
  expect(result.current.phone.number.value).toBe('11 5')
})
