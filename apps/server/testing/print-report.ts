import { text } from 'node:stream/consumers'
import { sha256Of } from '../src/clinical-reports/canonical.ts'
import { printReport } from '../src/clinical-reports/print.ts'

// Prints the reports of the standard input in a process of its own. Answers the hash of each file, and the processor time
// of the printing in seconds.
const reports = JSON.parse(await text(process.stdin))
const hashes: string[] = []
const before = process.cpuUsage()
for (const report of reports) hashes.push(sha256Of(await printReport(report)))
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ hashes, cpu_s: (user + system) / 1e6 }))
