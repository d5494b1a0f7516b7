// One measurement for bench.ts, in its own process: FILE FUNCTION,…
import { readAudioFile } from '@fonema/audio'
import { type FunctionName, measure } from '@fonema/speech'

const [file, functions] = process.argv.slice(2)
const { samples, sampleRateHz } = await readAudioFile(file!)
const names = functions!.split(',') as FunctionName[]
// Compilation is part of the start-up, so the first seconds are measured once beforehand.
measure(samples.subarray(0, 3 * sampleRateHz), sampleRateHz, names)
const before = process.cpuUsage()
measure(samples, sampleRateHz, names)
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ cpuS: (user + system) / 1e6, peakMiB: process.resourceUsage().maxRSS / 1024 }))
