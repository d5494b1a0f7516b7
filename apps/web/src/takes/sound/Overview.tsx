import { type PointerEvent, useEffect, useRef } from 'react'
import classes from './SoundView.module.css'
import { fitted, type View } from './view.ts'

type OverviewProps = {
  overview: Float32Array
  view: View
  duration: number
  width: number
  onView: (view: View) => void
}

const height = 28

/** The whole take in small, with the part in view. Only for pointers: keys move the position, which the view follows. */
export function Overview({ overview, view, duration, width, onView }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    const scale = window.devicePixelRatio
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
    context.scale(scale, scale)
    context.fillStyle = '#7f9aa0'
    const parts = overview.length / 2
    for (let part = 0; part < parts; part++) {
      const [lowest, highest] = [overview[2 * part]!, overview[2 * part + 1]!]
      const top = (height / 2) * (1 - highest)
      context.fillRect((part / parts) * width, top, width / parts, Math.max(1, (height / 2) * (highest - lowest)))
    }
  }, [overview, width])

  function move(event: PointerEvent<HTMLDivElement>) {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onView(fitted({ start: (x / width) * duration - view.length / 2, length: view.length }, duration))
  }

  return (
    <div className={classes.overview} aria-hidden onPointerDown={move} onPointerMove={move}>
      <canvas ref={canvas} />
      <div
        style={{
          left: `${(100 * view.start) / duration}%`,
          width: `${Math.max(0.5, (100 * view.length) / duration)}%`,
        }}
      />
    </div>
  )
}
