import { type RefObject, useLayoutEffect } from 'react'

type Fit = {
  isOn: boolean
  /** The participant's own factor of the usual size. */
  size: number
}

/** Read from two metres a text needs large letters, with a picture below it as well. */
const usualRem = 3.5
const smallestRem = 1.375

/**
 * Sets `--text-size` on an element to the participant's size, or to the largest letters with which the text fits: a
 * participant cannot scroll. Only a text that is too long for the smallest letters is scrolled. It fits again whenever
 * the element or its text changes.
 */
export function useFittedText(frame: RefObject<HTMLElement | null>, { isOn, size }: Fit): void {
  // After every render: a text cannot tell that it changed.
  useLayoutEffect(() => {
    const element = frame.current
    if (!isOn || element === null) return
    const set = (rem: number) => element.style.setProperty('--text-size', `${rem.toFixed(3)}rem`)
    function fit(box: HTMLElement) {
      let [low, high] = [smallestRem, size * usualRem]
      set(high)
      if (fits(box)) return
      for (let step = 0; step < 8 && high > low; step++) {
        const middle = (low + high) / 2
        set(middle)
        if (fits(box)) low = middle
        else high = middle
      }
      set(low)
    }
    fit(element)
    const watch = new ResizeObserver(() => fit(element))
    watch.observe(element)
    return () => {
      watch.disconnect()
      element.style.removeProperty('--text-size')
    }
  })
}

const fits = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement) =>
  scrollHeight <= clientHeight && scrollWidth <= clientWidth
