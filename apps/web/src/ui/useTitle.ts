import { useEffect } from 'react'
import { titleOf } from './brand.ts'

/** Sets the tab's title: the page's name, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title)
  }, [title])
}
