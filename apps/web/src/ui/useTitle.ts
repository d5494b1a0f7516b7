import { useEffect } from 'react'

/** The browser tab's title: what the page is, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Fonema`
  }, [title])
}
