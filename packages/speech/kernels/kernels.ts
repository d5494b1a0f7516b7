// The inner loops of the measures, in AssemblyScript: 128-bit SIMD over double precision. `npm run tool -- kernels` compiles
// them into src/kernel-code.ts; a test tells when that was forgotten. All addresses are bytes in the one memory.
export { burg } from './burg'
export { addWeighted, logPowerSpectra, prominence, squares, weightedDecibels } from './cepstra'
export { transform, transform32 } from './fft'
export {
  correlate,
  emphasise,
  energies,
  multiply,
  normalise,
  peak,
  subtract,
  sum,
  taper,
  weigh,
  weightedPower,
} from './frames'
export { largestLink } from './links'
export { collectMaxima, largestMaximum } from './maxima'
export { interpolate, narrow, placeSamples } from './resample'
export { findRoots } from './roots'
export { powersAtMultiples, scan } from './scan'
export { addBoth, changeOfShape, crossSpectrum, powerSpectra, total } from './spectra'
export { normalisedEnvelope, predict, predictionErrors, takeBand } from './whiten'
