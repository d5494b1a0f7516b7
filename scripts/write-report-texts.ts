// npm run tool -- report-texts: copies the names of measures, reasons and headings from the pages to the reports.
import { writeFileSync } from 'node:fs'
import { reportTexts, reportTextsFile } from './report-texts.ts'

writeFileSync(reportTextsFile, reportTexts())
