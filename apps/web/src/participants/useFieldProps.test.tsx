import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyRegistration, type RegistrationField } from './registration.ts'
import { useFieldProps } from './useFieldProps.ts'

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
