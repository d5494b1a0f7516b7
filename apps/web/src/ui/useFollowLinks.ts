import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * For the click handler of a container with many plain links: follows them without a page load, as router links do, but
 * with a single component. A click for a new tab or a download is left to the browser.
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
