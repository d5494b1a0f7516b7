import qrcode from 'qrcode-generator'
import { useMemo } from 'react'
import classes from './SecondFactor.module.css'

/** The quiet zone that a camera needs around the code, in squares. */
const margin = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function draw(text: string) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`
  return { size: count + 2 * margin, path }
}
