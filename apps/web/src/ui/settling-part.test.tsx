import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settlingPart } from './settling-part.ts'

const Page = ({ first, second }: { first: boolean; second: boolean }) => (
  <main data-testid="main">
    <section data-testid="around">
      {first && <p ref={settlingPart}>first</p>}
      {second && <p ref={settlingPart}>second</p>}
    </section>
    <footer data-testid="after" />
  </main>
)

test('what is around a part that settles is marked until the last such part is gone', () => {
  const { rerender, getByTestId, getByText } = render(<Page first={true} second={true} />)
  const waits = () => ['main', 'around', 'after'].filter((name) => getByTestId(name).hasAttribute('data-waits'))
  expect(getByText('first').hasAttribute('data-waits')).toBe(true)
  expect(waits()).toEqual(['main', 'around'])
  rerender(<Page first={false} second={true} />)
  expect(waits()).toEqual(['main', 'around'])
  rerender(<Page first={false} second={false} />)
  expect(waits()).toEqual([])
})

test('outside the main content nothing is marked', () => {
  const { getByText } = render(<p ref={settlingPart}>dialog</p>)
  expect(getByText('dialog').hasAttribute('data-waits')).toBe(false)
})
