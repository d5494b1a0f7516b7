/**
 * `npm run tool -- simulate [--examiners 500,5000,50000] [--processors 2,8]`: a queueing model of an installation, with
 * calls as in `npm run test:load`. Says first how far it is from measured runs, then what a cell carries and how many
 * machines a study needs. Nothing is started and nothing is sent. `--calibrate 400` fits the costs to the measured runs
 * again and prints them.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { examinersPerDatabase, loadCell, planCells } from './simulation/cells.ts'
import { readCosts, standardCosts } from './simulation/costs.ts'
import { describeAssumptions, describeCells, describePlans, describeSteps } from './simulation/report.ts'
import { calibrate, compare, measured } from './simulation/validate.ts'
import { describeValidation } from './simulation/validation-report.ts'

const { values } = parseArgs({
  options: {
    costs: { type: 'string', default: standardCosts },
    examiners: { type: 'string', default: '500,5000,50000' },
    processors: { type: 'string', default: '2,8' },
    /** A file with 24 shares of examiners that work, by hour. */
    profile: { type: 'string' },
    /** How long a new recording may wait to be measured. */
    'goal-minutes': { type: 'string', default: '60' },
    'working-days': { type: 'string', default: '220' },
    /** Of a machine-hour, in the order of --processors. */
    price: { type: 'string' },
    calibrate: { type: 'string' },
  },
})
const numbers = (text: string) => z.array(z.number().positive()).parse(text.split(',').map(Number))
const say = (line: string) => process.stdout.write(`${line}\n`)
/** An assumption: hours of a working day with a pause at noon, 7.4 full hours. */
const standardProfile = [0, 0, 0, 0, 0, 0, 0, 0, 0.5, 1, 1, 1, 0.8, 0.4, 0.4, 0.8, 0.8, 0.5, 0.2, 0, 0, 0, 0, 0]
const profile =
  values.profile === undefined
    ? standardProfile
    : z
        .array(z.number().min(0).max(1))
        .length(24)
        .parse(JSON.parse(readFileSync(values.profile, 'utf8')))

const costs = readCosts(values.costs)
if (values.calibrate !== undefined) {
  const found = calibrate(costs, Number(values.calibrate), (line) => process.stderr.write(`${line}\n`))
  say(JSON.stringify(found, undefined, 2))
} else {
  simulate()
}

function simulate() {
  say(`${describeValidation(measured, compare(costs, measured.runs))}\n`)
  say(`${describeAssumptions(costs, profile)}\n`)
  const sizes = numbers(values.examiners)
  const prices = values.price === undefined ? [] : numbers(values.price)
  const settings = {
    profile,
    goalMinutes: Number(values['goal-minutes']),
    workingDays: Number(values['working-days']),
  }
  const kinds = numbers(values.processors)
  const plans = kinds.flatMap((processors, index) =>
    sizes.map((examiners) => ({
      processors,
      examiners,
      price: prices[index],
      planned: planCells(costs, { examiners, processors, ...settings }),
    })),
  )
  say(`${describePlans(plans)}\n`)
  say(`${describeCells(costs, plans)}\n`)
  for (const processors of kinds) {
    const full = examinersPerDatabase(costs, processors)
    const planned = planCells(costs, { examiners: full, processors, ...settings })
    const steps = [0.5, 1, 1.2, 1.4].map((part) => loadCell(costs, planned, processors, Math.round(full * part)))
    say(`${describeSteps(processors, planned, steps)}\n`)
  }
}
