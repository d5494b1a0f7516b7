import { type Comparison, isValidated, type measured, tolerance } from './validate.ts'

const number = (value: number) => (value >= 1000 ? value.toFixed(0) : value.toPrecision(3))
const percent = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`

/** Measured beside modelled. Only figures that no cost was fitted to say whether the model can predict. */
export function describeValidation({ source }: typeof measured, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((each) => {
    const use = each.run.use === 'calibrate' ? 'fitted to' : isValidated(each) ? 'predicted' : '**predicted, missed**'
    const figures = [number(each.measured), number(each.modelled), percent(each.deviation), use]
    return `| ${each.run.name} | ${each.figure} | ${figures.join(' | ')} |`
  })
  const missed = comparisons.filter((each) => each.run.use === 'predict' && !isValidated(each))
  const limit = `${(100 * tolerance).toFixed(0)} %`
  const verdict =
    missed.length === 0
      ? `Every predicted figure is within ${limit} of the measured one.`
      : `**Not validated for ${missed.map(({ run, figure }) => `${run.name}: ${figure}`).join('; ')}** (more than ${limit} off). The other figures of that run may agree by accident.`
  const head = '| Run | Figure | Measured | Model | Deviation | |\n|---|---|---|---|---|---|'
  return `## Model beside measurement\n\nMeasured: ${source}.\n\n${head}\n${rows.join('\n')}\n\n${verdict}`
}
