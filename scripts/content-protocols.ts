/** Protocols on the shell: the same import and export as in the studio, with the same words. */
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Locale, OrganizationId, ProtocolFilePlace, ProtocolImportPreview, UserId } from '@fonema/contract'
import type { Catalogue } from '../apps/server/src/content/catalogue.ts'
import type { Antivirus } from '../apps/server/src/files/antivirus.ts'
import type { Clock } from '../apps/server/src/platform/clock.ts'
import type { Database, Tx } from '../apps/server/src/platform/database/database.ts'
import { AppError } from '../apps/server/src/platform/http/errors.ts'
import type { ObjectStore } from '../apps/server/src/platform/objects/object-store.ts'
import { storeAllFor } from '../apps/server/src/platform/objects/store-for.ts'
import { exportedDraft, exportedVersion, writeExported } from '../apps/server/src/protocols/exchange/export.ts'
import { previewImport, readImport, storeImport } from '../apps/server/src/protocols/exchange/import.ts'

/** What the person at the shell can change. */
export class ProtocolToolError extends Error {}

type ProtocolTools = {
  database: Database
  catalogue: Catalogue
  store: ObjectStore
  clock: Clock
  antivirus: Antivirus | undefined
  quota: number | undefined
  organizationId: OrganizationId
}

type ImportWishes = {
  file: string
  locale: Locale
  isPreview: boolean
  /** Takes the proposed kinds of items whose kind the file does not state. */
  acceptsKinds: boolean
  /** The e-mail of the person in whose name the draft is made. */
  as: string | undefined
}

type Words = Readonly<Record<string, string>>
const readWords = async (): Promise<Words> =>
  JSON.parse(await readFile(join(import.meta.dirname, '../apps/web/src/texts/en/protocol_import.json'), 'utf8'))

const placeOf = ({ file, path }: { file: string; path: string }) => [file, path].filter(Boolean).join(' · ')

/** @returns the lines to print */
export async function importProtocol(tools: ProtocolTools, wishes: ImportWishes): Promise<string[]> {
  const { database, store, organizationId } = tools
  const { file, locale, isPreview, acceptsKinds } = wishes
  const words = await readWords()
  const userId = isPreview ? undefined : await database.tenant(organizationId, (tx) => requireUser(tx, wishes.as))
  const editor = { organizationId, userId: userId ?? ('' as UserId) } // a preview stores nothing in anybody's name
  try {
    return await readImport(tools, editor, file, { locale, kinds: {} }, async (ready) => {
      const preview = await database.tenant(organizationId, (tx) => previewImport(tx, tools, ready))
      const lines = linesOf(file, preview, words)
      if (isPreview) return lines
      const kinds = Object.fromEntries(
        preview.items.filter(({ guess }) => guess !== null).map(({ key, category }) => [key, category]),
      )
      if (ready.read.guesses.size > 0 && !acceptsKinds)
        throw new ProtocolToolError(
          `${lines.join('\n')}\n${words.protocol_import__items__guessed}\nNothing was stored. Take the proposals with --accept-kinds, or import the file in the studio.`,
        )
      const options = { locale, kinds }
      const id = await storeAllFor(store, ready.arriving, (keep) =>
        database.tenant(organizationId, async (tx) => {
          const made = await storeImport(tools, tx, editor, ready, options)
          keep()
          return made
        }),
      )
      return [...lines, `${words.protocol_import__confirm__done} ${id}`]
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'protocol_file_refused') throw error
    const { problems, problem_count } = error.members as { problems: ProtocolFilePlace[]; problem_count: number }
    const listed = problems.map((one) => `  ${words[`protocol_import__problem__${one.problem}`]}: ${placeOf(one)}`)
    const title = words[`protocol_import__problems__title_${problem_count === 1 ? 'one' : 'other'}`]!
    throw new ProtocolToolError([`${file}: ${title.replace('{{count}}', String(problem_count))}`, ...listed].join('\n'))
  }
}

/** First what cannot be carried over, then what the draft has. */
function linesOf(file: string, preview: ProtocolImportPreview, words: Words): string[] {
  const { losses, loss_count, name, locales, items, existing, gap_count, reads_milliseconds } = preview
  const rest = loss_count - losses.length
  const lost = losses.map((loss) => {
    const text = loss.text === '' ? '' : `${loss.text} — `
    return `  ${words[`protocol_import__loss__${loss.code}`]}: ${text}${placeOf(loss)}`
  })
  return [
    `${file}`,
    ...(loss_count === 0
      ? [words.protocol_import__losses__none!]
      : [`${words.protocol_import__losses__title} (${loss_count})`, ...lost, ...(rest > 0 ? [`  … ${rest}`] : [])]),
    `${words.protocol_import__found__title}: ${name} (${locales.map(({ code }) => code).join(', ')})`,
    ...(existing === null ? [] : [words.protocol_import__found__existing!.replace('{{name}}', existing)]),
    ...(reads_milliseconds ? [words.protocol_import__found__milliseconds!] : []),
    ...items.map(({ key, title, category, max_duration, guess }) => {
      const reason = guess && words[`protocol_import__reason__${guess.reason}`]!.replace('{{sign}}', guess.sign)
      return `  ${key}: ${title}, ${category}, ${max_duration ?? '–'} s${reason === null ? '' : ` (${reason})`}`
    }),
    ...(gap_count === 0
      ? []
      : [
          words[`protocol_import__found__gaps_${gap_count === 1 ? 'one' : 'other'}`]!.replace(
            '{{count}}',
            String(gap_count),
          ),
        ]),
  ]
}

async function requireUser(tx: Tx, email: string | undefined): Promise<UserId> {
  if (email === undefined)
    throw new ProtocolToolError('--as EMAIL is missing: the person in whose name the draft is made.')
  const user = await tx
    .selectFrom('users')
    .leftJoin('managers', 'managers.user_id', 'users.id')
    .select(['users.id', 'managers.id as manager_id'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (user === undefined) throw new ProtocolToolError(`--as: the organisation has no ${email}.`)
  if (user.manager_id === null) throw new ProtocolToolError(`--as: ${email} is not a manager.`)
  return user.id
}

/** Writes a draft, or a protocol that ships, by its key. @returns the lines to print */
export async function exportProtocol(
  { database, catalogue, store, organizationId }: ProtocolTools,
  { key, to }: { key: string; to: string },
): Promise<string[]> {
  const exported = await database.tenant(organizationId, async (tx) => {
    const draft = await tx.selectFrom('protocol_drafts').select('id').where('key', '=', key).executeTakeFirst()
    if (draft !== undefined) return exportedDraft(tx, draft.id)
    const shipped = await tx
      .selectFrom('protocols')
      .select('id')
      .where('organization_id', 'is', null)
      .where('key', '=', key)
      .orderBy('wording_version', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    return shipped && exportedVersion(catalogue, tx, shipped.id)
  })
  if (exported === undefined) throw new ProtocolToolError(`There is no protocol ${key}.`)
  await pipeline(writeExported(catalogue, store, exported), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return [`${to}: ${exported.content.key} (${exported.content.locales.join(', ')})`]
}
