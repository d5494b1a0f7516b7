// npm run tool -- slow-machine [--only screens|keys|recordings] [--rate 4] [--recordings 10] [--seconds 60]: what a slow
// tablet does with the pages. Chromium runs on two processors, with a page thread that is slowed down four times and a
// touch screen of 1024 × 768, against a clinic of its own. Prints the figures beside their limits; figures of a machine that
// does other work at the same time are not to be published. Needs the built pages; CHROMIUM sets the path of another Chromium.
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openClinic } from '../tests/faults/clinic.ts'
import { measureKeys } from './slow-machine/keys.ts'
import { measureRecordings } from './slow-machine/recordings.ts'
import { measureScreens } from './slow-machine/screens.ts'
import { onTwoProcessors } from './slow-machine/tablet.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '4' },
    recordings: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
  },
})
const rate = Number(values.rate)
const parts = {
  screens: measureScreens,
  keys: measureKeys,
  recordings: measureRecordings,
}
const wanted = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name)
if (wanted.length === 0) throw new Error(`There is no part ${values.only}: ${Object.keys(parts).join(', ')}.`)

onTwoProcessors()
const load = loadavg()[0]!
const isBusy = load > availableParallelism() / 4
console.log(`Page thread slowed down ${rate} times, load of the machine before: ${load.toFixed(1)}`)
let isWithin = true
for (const [, measure] of wanted) {
  const clinic = await openClinic()
  try {
    const options = { clinic, rate, recordings: Number(values.recordings), seconds: Number(values.seconds) }
    for (const { what, value, unit, limit } of await measure(options)) {
      const isOver = limit !== undefined && value > limit
      isWithin &&= !isOver
      const limited = limit === undefined ? '' : `  (at most ${limit} ${unit}${isOver ? ': OVER' : ''})`
      console.log(`${what.padEnd(58)} ${value.toFixed(unit === 's' ? 2 : 0).padStart(8)} ${unit}${limited}`)
    }
  } finally {
    await clinic.close()
  }
}
if (isBusy) console.log('The machine was busy: do not publish these figures.')
process.exit(isWithin ? 0 : 1)
