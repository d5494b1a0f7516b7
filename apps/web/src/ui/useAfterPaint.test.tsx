import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAfterPaint } from './useAfterPaint.ts'

const seen: string[] = []

function Slow({ value }: { value: { name: string } }) {
  const painted = useAfterPaint(value)
  if (seen.at(-1) !== painted.name) seen.push(painted.name)
  return <p>{painted.name}</p>
}

test('a slow part keeps the former value until the new one is painted, and skips what changes before', async () => {
  const { rerender } = render(<Slow value={{ name: 'one' }} />)
  rerender(<Slow value={{ name: 'two' }} />)
  screen.getByText('one')
  rerender(<Slow value={{ name: 'three' }} />)
  await waitFor(() => screen.getByText('three'))
  expect(seen).toEqual(['one', 'three'])
})
