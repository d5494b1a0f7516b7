import { useEffect } from 'react'
import { titleOf } from './brand.ts'

/** The browser tab's title: what the page is, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title)
  }, [title])
}
