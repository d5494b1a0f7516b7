import { type Locale, SurveyDraftImportFields, SurveyImportFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidFields, parseFields } from '../../platform/http/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { readSmallForm, requireContent } from '../../platform/http/read-form.ts'
import { draftOf } from '../drafts/from-versions.ts'
import { insertDraft } from '../drafts/service.ts'
import { viewDraft } from '../drafts/view.ts'
import type { SurveyDeps } from '../service.ts'
import { previewSurveys, readForDraft, readImport, requireDraft, storeSurveys } from './import.ts'
import { plainText } from './read-json.ts'

const maxBytes = 2 * 1024 * 1024

export function surveyImportRoutes(
  implement: Implement,
  deps: Pick<SurveyDeps, 'clock' | 'catalogue'> & { database: Database },
) {
  const { database, clock, catalogue } = deps

  implement('POST /surveys/import/', async ({ principal, query, request, reply }) => {
    const { bytes, filename, licence, source, locale, rule } = await receive(request, SurveyImportFields)
    const read = readImport({ bytes, locale: fallbackLocale(locale, catalogue), rule: rule ?? null }, catalogue.locales)
    if (query.preview === 'true')
      return reply
        .code(200)
        .send(await database.tenant(principal.organizationId, (tx) => previewSurveys(tx, catalogue, read)))
    if (licence === undefined) throw new InvalidFields({ licence: ['required'] })
    const { method, url, headers } = request
    const repeated = { method, url, headers, body: { licence, source, locale, rule, file: bytes.toString('base64') } }
    const stored = await database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, repeated, principal, () =>
        storeSurveys(deps, tx, principal.organizationId, read, {
          licence,
          source: source ?? (read.source || filename || '-'),
        }),
      ),
    )
    return reply.code(201).send(stored)
  })

  implement('POST /survey_drafts/import/', async ({ principal, query, request, reply }) => {
    const { bytes, filename, licence, source, locale } = await receive(request, SurveyDraftImportFields)
    const read = readForDraft({ bytes, locale: fallbackLocale(locale, catalogue) }, catalogue.locales)
    if (query.preview === 'true')
      return reply
        .code(200)
        .send(await database.tenant(principal.organizationId, (tx) => previewSurveys(tx, catalogue, read)))
    const content = requireDraft({
      ...(read.draft ?? draftOf(read.surveys)),
      licence: licence ?? read.licence,
      source: source ?? (read.source || filename),
    })
    const { method, url, headers } = request
    const repeated = { method, url, headers, body: { licence, source, locale, file: bytes.toString('base64') } }
    const stored = await database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, repeated, principal, async () =>
        viewDraft(tx, await insertDraft(deps, tx, principal, content, true)),
      ),
    )
    return reply.code(201).send(stored)
  })
}

function fallbackLocale(id: string | undefined, { locales }: Catalogue): Locale {
  const found = id === undefined ? locales[0] : locales.find((locale) => locale.id === id)
  if (found === undefined) throw new InvalidFields({ locale: ['invalid'] })
  return found
}

type Received = { bytes: Buffer; filename: string }

/** Reads the form's file into memory: it is small, read once and not kept. */
async function receive<T extends z.ZodObject>(request: FastifyRequest, schema: T): Promise<Received & z.output<T>> {
  const { texts, file } = await readSmallForm(request, { fileSize: maxBytes, fields: 8, fieldSize: 150_000 })
  const fields = parseFields(schema, texts)
  const { bytes, filename } = requireContent(file, ({ bytes }) => bytes.length)
  return { bytes, filename: plainText(filename)?.slice(0, 200) ?? '', ...fields }
}
