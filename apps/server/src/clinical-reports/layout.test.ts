import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { smallPng } from '../../testing/logo.ts'
import { sha256Of } from './canonical.ts'
import { layoutVersion } from './layout.ts'
import { readLogo } from './logo.ts'
import { printReport } from './print.ts'

/**
 * What each layout prints of the report in `fixtures/golden-report.json`. When this test fails, the same content prints
 * otherwise: raise `layoutVersion` and add the new hash. A hash of a layout that was on `main` is never changed.
 */
const printed: Record<number, string> = {
  3: '6829ca8cddc58d16e6e9051cd1c802aceaa4d4c5cf38c99db8af652c2c9df6a5',
  4: 'c923c125707eda8d6b0c5e24a223aabe72cf730c642503213cf1a53e3bd39e61',
}

test('the current layout number prints a fixed report with known bytes', async () => {
  const file = path.join(import.meta.dirname, 'fixtures/golden-report.json')
  const report = JSON.parse(await readFile(file, 'utf8'))
  const pdf = await printReport(report, readLogo(smallPng(360, 120)).bytes)
  expect({ layout: layoutVersion, sha256: sha256Of(pdf) }).toEqual({
    layout: layoutVersion,
    sha256: printed[layoutVersion],
  })
})

test('a report is not printed with another logo than the one that it names', async () => {
  const file = path.join(import.meta.dirname, 'fixtures/golden-report.json')
  const report = JSON.parse(await readFile(file, 'utf8'))
  await expect(printReport(report, smallPng())).rejects.toThrow('not the logo of the report')
  await expect(printReport(report, null)).rejects.toThrow('not the logo of the report')
})
