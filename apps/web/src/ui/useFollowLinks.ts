import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * For the click of a container with very many plain links: follows them without loading the page anew, as the
 * router's own links do, at the price of one. A click that asks for a new tab or a download stays the browser's.
 */
export function useFollowLinks() {
  const navigate = useNavigate()
  return useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!isPlain || event.defaultPrevented || link === null || link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    },
    [navigate],
  )
}
