import { type Locale, ProtocolImportFields } from '@fonema/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../../content/catalogue.ts'
import { requireClean } from '../../files/antivirus.ts'
import { AppError, InvalidFields, parseFields } from '../../platform/http/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { readForm, requireContent } from '../../platform/http/read-form.ts'
import { headersOf } from '../../platform/objects/download-headers.ts'
import type { ObjectStore, StagedObject } from '../../platform/objects/object-store.ts'
import { storeAllFor } from '../../platform/objects/store-for.ts'
import { viewDraft } from '../drafts/view.ts'
import { archiveName, type Exported, exportedDraft, exportedVersion, writeExported } from './export.ts'
import { type ImportDeps, type ImportOptions, previewImport, readImport, storeImport } from './import.ts'

/** Bytes of a ZIP file. */
const largestArchive = 200_000_000

export function protocolExchangeRoutes(implement: Implement, deps: ImportDeps) {
  const { database, catalogue, store, clock } = deps

  const sendExported = (reply: FastifyReply, exported: Exported | undefined) => {
    if (exported === undefined) throw new AppError('not_found')
    return reply
      .headers({ ...headersOf({ filename: archiveName(exported), content_type: 'application/zip' }) })
      .header('cache-control', 'no-store')
      .send(writeExported(catalogue, store, exported))
  }

  implement('GET /protocol_drafts/{draft_id}/export/', async ({ principal, params, reply }) =>
    sendExported(reply, await database.tenant(principal.organizationId, (tx) => exportedDraft(tx, params.draft_id))),
  )

  implement('GET /protocols/{protocol_id}/export/', async ({ principal, params, reply }) =>
    sendExported(
      reply,
      await database.tenant(principal.organizationId, (tx) => exportedVersion(catalogue, tx, params.protocol_id)),
    ),
  )

  implement('POST /protocol_drafts/import/', async ({ principal, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await receiveArchive(request, store, async ({ sent, locale, kinds = {} }) => {
      if (deps.antivirus !== undefined) await requireClean(sent.file, deps.antivirus)
      const options: ImportOptions = { locale: chosenLocale(locale, catalogue), kinds }
      const { organizationId } = principal
      return readImport(deps, principal, sent.file, options, async (ready) => {
        if (isPreview) return database.tenant(organizationId, (tx) => previewImport(tx, deps, ready))
        const { method, url, headers } = request
        const repeated = { method, url, headers, body: { locale, kinds, sha256: sent.sha256 } }
        return storeAllFor(store, ready.arriving, (keep) =>
          database.tenant(organizationId, (tx) =>
            once(tx, clock, repeated, principal, async () => {
              const id = await storeImport(deps, tx, principal, ready, options)
              keep()
              return viewDraft(catalogue, tx, id)
            }),
          ),
        )
      })
    })
    return reply.code(isPreview ? 200 : 201).send(answer)
  })
}

function chosenLocale(id: string | undefined, { locales }: Catalogue): Locale | null {
  if (id === undefined) return null
  const found = locales.find((locale) => locale.id === id)
  if (found === undefined) throw new InvalidFields({ locale: ['invalid'] })
  return found
}

type Received = { sent: StagedObject } & ReturnType<typeof ProtocolImportFields.parse>

/** Receives the form into a temporary file, which is removed in the end. */
async function receiveArchive<T>(
  request: FastifyRequest,
  store: ObjectStore,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  const files: StagedObject[] = []
  try {
    // One byte more than the store accepts, so that the store reports the error.
    const limits = { fileSize: largestArchive + 1, fields: 5, fieldSize: 20_000 }
    const texts = await readForm(request, 'file', limits, async (part) => {
      files.push(await store.stage(part.file, largestArchive))
    })
    const fields = parseFields(ProtocolImportFields, texts)
    return await use({ sent: requireContent(files[0], ({ sizeBytes }) => sizeBytes), ...fields })
  } finally {
    for (const file of files) await store.discard(file)
  }
}
