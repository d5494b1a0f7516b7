// npm run tool -- syllable-trains [--held-out] [--from 0] [--count 200] [--wrong]: measures syllable trains whose onsets are
// known by construction, and prints what share of them is right, withheld and wrong. --held-out takes the second
// construction, --from the number of the first train (decision 0320 names the numbers that no setting was chosen by);
// --wrong lists each wrong value.
import { parseArgs } from 'node:util'
import {
  buildTrainOf,
  type Judged,
  judgeTrain,
  trainSettings,
  type Verdict,
} from '../packages/speech/src/test-train-truth.ts'
import { buildHeldOutTrain } from '../packages/speech/src/test-trains-held-out.ts'

const { values } = parseArgs({
  options: {
    'held-out': { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '200' },
    wrong: { type: 'boolean', default: false },
  },
})
const from = Number(values.from)
const end = from + Number(values.count)
const groups = new Map<string, Judged[][]>()
for (let i = from; i < end; i++) {
  const heldOut = values['held-out'] ? buildHeldOutTrain(i) : null
  const { signalToNoiseDb, echoS } = heldOut ?? trainSettings(i)
  const judged = judgeTrain(heldOut ?? buildTrainOf(i))
  for (const group of ['all', `${signalToNoiseDb} dB`, echoS > 0 ? 'echo' : 'no echo'])
    groups.set(group, [...(groups.get(group) ?? []), judged])
  for (const { name, verdict, value, truth } of values.wrong ? judged : [])
    if (verdict === 'wrong')
      console.log(
        `train ${i}, ${signalToNoiseDb} dB${echoS > 0 ? ', echo' : ''}: ${name} ${value.toFixed(1)}, truth ${truth.toFixed(1)}`,
      )
}
console.log('Share of the trains, %: right / withheld / wrong\n')
const heads = [...groups].map(([group, trains]) => `${group} (${trains.length})`)
console.log(`${'measure'.padEnd(28)}${heads.map((head) => head.padStart(20)).join('')}`)
for (const { name } of groups.get('all')?.[0] ?? []) {
  const cells = [...groups.values()].map((trains) => {
    const share = (verdict: Verdict) => {
      const found = trains.filter((judged) => judged.some((one) => one.name === name && one.verdict === verdict))
      return ((100 * found.length) / trains.length).toFixed(1)
    }
    return `${share('right')} / ${share('withheld')} / ${share('wrong')}`.padStart(20)
  })
  console.log(`${name.padEnd(28)}${cells.join('')}`)
}
