/**
 * `npm run -s tool -- content import FILE…`: imports surveys into an organisation, from FHIR R4 Questionnaires or files
 * of our own format. Runs with or without the clinic's server.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type OrganizationId, ScoreRule } from '@fonema/contract'
import { sql } from 'kysely'
import { contentFolder } from '../apps/server/src/app.ts'
import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { openCatalogue } from '../apps/server/src/content/catalogue.ts'
import { readContent } from '../apps/server/src/content/files.ts'
import { systemClock as clock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { previewSurveys, storeSurveys } from '../apps/server/src/surveys/import/import.ts'
import { SurveyFileError } from '../apps/server/src/surveys/import/read-json.ts'
import { readSurveyFile, requireComplete, withRule } from '../apps/server/src/surveys/import/read-survey-file.ts'
import { reachDatabase } from './reach-clinic.ts'

const usage = `Usage: npm run -s tool -- content import FILE… --licence TEXT
  --licence TEXT        terms of use of the wording
  --source TEXT         its author (default: from the file)
  --organization NAME   needed if there are several
  --locale CODE         for a questionnaire without a language (default: es-ES)
  --rule FILE           a sum with bands, and notices, as JSON (packages/content/README.md)
  --preview             print the result without storing it`

class Refused extends Error {}

function requireArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      licence: { type: 'string' },
      source: { type: 'string' },
      organization: { type: 'string' },
      locale: { type: 'string', default: 'es-ES' },
      rule: { type: 'string' },
      preview: { type: 'boolean', default: false },
    },
  })
  const [command, ...files] = positionals
  if (command !== 'import' || files.length === 0) throw new Refused(usage)
  if (values.licence === undefined && !values.preview) throw new Refused(`--licence is missing.\n${usage}`)
  return { files, ...values }
}

async function requireOrganization(database: Database, wanted: string | undefined): Promise<OrganizationId> {
  const { rows } = await sql<{ id: OrganizationId }>`select audit_organizations() as id`.execute(database.shared)
  const all = await Promise.all(
    rows.map(({ id }) =>
      database.tenant(id, (tx) => tx.selectFrom('organizations').select(['id', 'name']).executeTakeFirstOrThrow()),
    ),
  )
  const found = wanted === undefined ? all : all.filter(({ id, name }) => id === wanted || name === wanted)
  if (found.length === 1) return found[0]!.id
  throw new Refused(`--organization must be one of: ${all.map(({ name }) => name).join(', ')}`)
}

async function importFiles() {
  const { files, licence, source, organization, locale: code, rule: ruleFile, preview } = requireArguments()
  const rule = ruleFile === undefined ? null : ScoreRule.parse(JSON.parse(await readFile(ruleFile, 'utf8')))
  const config = await readConfig(process.env)
  const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
  const locale = catalogue.locales.find((one) => one.code === code)
  if (locale === undefined)
    throw new Refused(`--locale must be one of: ${catalogue.locales.map((one) => one.code).join(', ')}`)
  const { url, stop } = await reachDatabase(config)
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const organizationId = await requireOrganization(database, organization)
    for (const file of files) {
      const read = requireComplete(readSurveyFile(await readFile(file), catalogue.locales, locale))
      const surveys = read.surveys.map((survey) => (rule === null ? survey : withRule(survey, rule)))
      if (surveys.some((survey) => survey === undefined)) throw new Refused('--rule names a field without numbers.')
      const ready = { ...read, surveys: surveys.filter((survey) => survey !== undefined) }
      await database.tenant(organizationId, async (tx) => {
        const { name, locales, wording_version, losses } = await previewSurveys(tx, catalogue, ready)
        const languages = locales.map((one) => one.code).join(', ')
        process.stdout.write(`${file}: ${name}, version ${wording_version} (${languages})\n`)
        for (const { code, item, text } of losses)
          process.stdout.write(`  not carried over: ${code} ${item ?? ''} ${text}\n`)
        if (preview || licence === undefined) return
        await storeSurveys({ clock, catalogue }, tx, organizationId, ready, {
          licence,
          source: source ?? (read.source || basename(file)),
        })
      })
    }
  } finally {
    await database.close()
    await stop()
  }
}

try {
  await importFiles()
} catch (error) {
  const isKnown = [Refused, ConfigError, SurveyFileError].some((kind) => error instanceof kind)
  process.stderr.write(`${isKnown ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
}
