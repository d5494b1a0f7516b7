// npm run -s tool -- sbom: prints a CycloneDX list of the packages installed in production.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], { stdio: 'inherit' })
process.exitCode = status ?? 1
