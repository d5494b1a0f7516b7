/**
 * `npm run -s tool -- content import FILE…`: imports surveys into an organisation, from FHIR R4 Questionnaires or files
 * of our own format, and protocols from ZIP files. `content export KEY` writes a protocol. Runs with or without the
 * clinic's server.
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
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { previewSurveys, storeSurveys } from '../apps/server/src/surveys/import/import.ts'
import { SurveyFileError } from '../apps/server/src/surveys/import/read-json.ts'
import { readSurveyFile, requireComplete, withRule } from '../apps/server/src/surveys/import/read-survey-file.ts'
import { exportProtocol, importProtocol, ProtocolToolError } from './content-protocols.ts'
import { reachDatabase } from './reach-clinic.ts'

const usage = `Usage: npm run -s tool -- content import FILE… --licence TEXT     surveys (JSON)
       npm run -s tool -- content import FILE.zip… --as EMAIL   protocols (ZIP of Fonema or ReproSchema)
       npm run -s tool -- content export KEY --to FILE.zip      a protocol
  --as EMAIL            the person in whose name a protocol's draft is made
  --accept-kinds        take the proposed kinds of items whose kind the file does not state
  --to FILE             the new file (default: KEY.fonema.zip)
  --licence TEXT        terms of use of a survey's wording
  --source TEXT         its author (default: from the file)
  --organization NAME   needed if there are several
  --locale CODE         for a file without a language (default: es-ES)
  --rule FILE           a sum with bands, and notices, as JSON (packages/content/README.md)
  --preview             print the result without storing it`

class Refused extends Error {}

const isProtocol = (file: string) => /\.zip$/i.test(file)

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
      as: { type: 'string' },
      'accept-kinds': { type: 'boolean', default: false },
      to: { type: 'string' },
    },
  })
  const [command, ...files] = positionals
  if (!(command === 'import' && files.length > 0) && !(command === 'export' && files.length === 1))
    throw new Refused(usage)
  const hasSurveys = command === 'import' && !files.every(isProtocol)
  if (hasSurveys && values.licence === undefined && !values.preview)
    throw new Refused(`--licence is missing.\n${usage}`)
  return { command, files, ...values }
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

async function run() {
  const wanted = requireArguments()
  const { files, licence, source, organization, locale: code, rule: ruleFile, preview } = wanted
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
    const { antivirus, quotaBytes: quota } = config
    const tools = { database, catalogue, store: await openStore(config), clock, antivirus, quota, organizationId }
    const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)
    if (wanted.command === 'export') {
      const [key] = files as [string]
      print(await exportProtocol(tools, { key, to: wanted.to ?? `${key}.fonema.zip` }))
      return
    }
    const { as, 'accept-kinds': acceptsKinds } = wanted
    for (const file of files.filter(isProtocol))
      print(await importProtocol(tools, { file, locale, isPreview: preview, acceptsKinds, as }))
    for (const file of files.filter((one) => !isProtocol(one))) {
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
  await run()
} catch (error) {
  const isKnown = [Refused, ConfigError, SurveyFileError, ProtocolToolError].some((kind) => error instanceof kind)
  process.stderr.write(`${isKnown ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
}
