import { readFileSync } from 'node:fs'
import path from 'node:path'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { Reporter } from '@stryker-mutator/api/report'

/**
 * On a busy machine a test may reach its limit only because it was slow, so changes that count as noticed by a timeout
 * are listed too.
 */
const listed = ['Survived', 'NoCoverage', 'Timeout']

/** Prints each change that no test noticed at once, so that a run which is stopped early is not lost. */
const reporter: Reporter = {
  onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
    if (!listed.includes(status)) return
    const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1]!
    const place = `${path.relative('', fileName)}:${start.line}:${start.column}`
    console.log(`[${status}] ${mutatorName} ${place}\n-   ${line.trim()}\n+   ${replacement}`)
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Reporter, 'list-missed', reporter)]
