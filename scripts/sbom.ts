// npm run -s tool -- sbom: prints a CycloneDX list of the packages in production on this machine.
import { listSoftware } from './release/npm.ts'

process.stdout.write(`${JSON.stringify(listSoftware(process.arch, '', new Date()), null, 1)}\n`)
