// The inner loops of the measures, in AssemblyScript: 128-bit SIMD over double precision. `npm run tool -- kernels` compiles
// them into src/kernel-code.ts; a test tells when that was forgotten. All addresses are bytes in the one memory.
export { burg } from './burg'
export { addWeighted, logPowerSpectra, squares, weightedDecibels } from './cepstra'
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
export { interpolate } from './resample'
export { crossSpectrum, powerSpectra } from './spectra'
