import {
  gapsOf,
  type ItemKind,
  type Locale,
  longestProtocolKey,
  type ProtocolDraft,
  type ProtocolDraftId,
  type ProtocolFileProblem,
  type ProtocolImportPreview,
} from '@fonema/contract'
import {
  mediaUses,
  openZip,
  ProtocolFileError,
  type ReadProtocolFile,
  readProtocol,
  withFiles,
} from '@fonema/protocol-exchange'
import { type Editor, freeKey } from '../../organization/drafts/drafts.ts'
import { type Quota, requireRoom } from '../../organization/quota.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { StagedObject } from '../../platform/objects/object-store.ts'
import { requireSafe } from '../drafts/content-check.ts'
import { createDraft, protocolDrafts } from '../drafts/service.ts'
import { type ArrivingMedium, findKnown, insertMedia, type MediaDeps, prepareMedia } from './arriving-media.ts'

export type ImportDeps = MediaDeps & { database: Database; quota: Quota }
export type ImportOptions = {
  /** Of a file that names no language; null: the first one of the product. */
  locale: Locale | null
  /** The kinds that a person confirmed, by the keys of the items. */
  kinds: Readonly<Record<string, ItemKind>>
}

/** A file that may become a draft: nothing of it is stored. */
type ReadyImport = { read: ReadProtocolFile; content: ProtocolDraft; arriving: readonly ArrivingMedium[] }

const mostProblems = 100
const mostLosses = 300

/**
 * Reads a ZIP file, checks and converts its media, and passes what may be stored to `use`. What `use` does not commit is
 * discarded.
 *
 * @throws {AppError} `protocol_file_refused` with every problem that was found, and its place
 */
export async function readImport<T>(
  deps: ImportDeps,
  editor: Editor,
  file: string,
  options: ImportOptions,
  use: (ready: ReadyImport) => Promise<T>,
): Promise<T> {
  const staged: StagedObject[] = []
  try {
    return await use(await ready(deps, editor, file, options, staged))
  } catch (error) {
    throw error instanceof ProtocolFileError ? refusal(error) : error
  } finally {
    // After a commit there is nothing left to discard.
    for (const one of staged) await deps.store.discard(one)
  }
}

function refusal(error: ProtocolFileError): AppError {
  const problems = error.places.slice(0, mostProblems).map(({ problem, file, path }) => ({
    problem,
    file: file.slice(0, 300),
    path: path.slice(0, 300),
  }))
  return new AppError('protocol_file_refused', { problems, problem_count: error.places.length }, { cause: error })
}

async function ready(
  deps: ImportDeps,
  { organizationId }: Editor,
  file: string,
  { locale, kinds }: ImportOptions,
  staged: StagedObject[],
): Promise<ReadyImport> {
  const { database, catalogue } = deps
  const source = await openZip(file)
  try {
    const locales = catalogue.locales.map(({ code }) => code)
    const read = await readProtocol(source, { locales, fallback: locale?.code ?? locales[0]! })
    const known = await database.tenant(organizationId, (tx) => findKnown(tx, read.media))
    const { names, arriving } = await prepareMedia(deps, organizationId, read.media, known, staged)
    const named = withFiles(read.content, (name) => names.get(name) ?? name)
    const content = withKinds(named, kinds, read)
    await database.tenant(organizationId, (tx) => requireSafeFile(tx, deps, content, arriving, read))
    return { read, content, arriving }
  } finally {
    source.close()
  }
}

/** @throws {InvalidFields} for a kind of an item that is not there, or whose kind the file states */
function withKinds(content: ProtocolDraft, kinds: ImportOptions['kinds'], { guesses }: ReadProtocolFile) {
  if (Object.keys(kinds).some((key) => !guesses.has(key))) throw new InvalidFields({ kinds: ['invalid'] })
  const chosen = new Map(Object.entries(kinds))
  return {
    ...content,
    blocks: content.blocks.map((block) => ({
      ...block,
      items: block.items.map((item) => ({ ...item, category: chosen.get(item.key) ?? item.category })),
    })),
  }
}

const contentProblems: Readonly<Record<string, ProtocolFileProblem>> = {
  html: 'html',
  file: 'wrong_value',
  locale: 'language_not_known',
  list: 'list_not_known',
}

async function requireSafeFile(
  tx: Tx,
  { catalogue }: ImportDeps,
  content: ProtocolDraft,
  arriving: readonly ArrivingMedium[],
  { at }: ReadProtocolFile,
) {
  try {
    await requireSafe(tx, catalogue, content, new Map(arriving.map(({ id, kind }) => [id, kind])))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'protocol_refused') throw error
    const { problem, path } = error.members as Record<'problem' | 'path', string>
    throw new ProtocolFileError(contentProblems[problem]!, at, `content.${path}`, { cause: error })
  }
}

/** What an import would create. */
export async function previewImport(
  tx: Tx,
  { catalogue }: ImportDeps,
  { read, content }: ReadyImport,
): Promise<ProtocolImportPreview> {
  const [first] = content.locales as [string]
  const { losses, guesses } = read
  const same = await tx
    .selectFrom('protocol_draft_contents')
    .innerJoin('protocol_drafts', 'protocol_drafts.id', 'protocol_draft_contents.draft_id')
    .select('protocol_draft_contents.content')
    .where('protocol_drafts.key', '=', content.key)
    .executeTakeFirst()
  const uses = mediaUses(read.content)
  return {
    format: read.format,
    existing: same === undefined ? null : (same.content.texts[same.content.locales[0]!]?.name ?? ''),
    name: content.texts[first]?.name ?? '',
    description: content.texts[first]?.description ?? '',
    locales: content.locales.map((code) => catalogue.locales.find((one) => one.code === code)!), // checked above
    says_language: read.says_language,
    licence: content.licence,
    source: content.source,
    items: content.blocks.flatMap(({ items }, block) =>
      items.map((item, index) => ({
        key: item.key,
        title: item.texts[first]?.title ?? '',
        category: item.category,
        guess: guesses.get(item.key) ?? null,
        min_duration: item.min_duration,
        max_duration: item.max_duration,
        skippable: item.skippable,
        repeats: item.repeats,
        media: [
          ...new Set(
            uses
              .filter(({ path }) => path.startsWith(`content.blocks.${block}.items.${index}.`))
              .map(({ kind }) => kind),
          ),
        ],
      })),
    ),
    media: read.media.map(({ kind, filename, size }) => ({ kind, filename, size })),
    losses: losses.slice(0, mostLosses),
    loss_count: losses.length,
    reads_milliseconds: read.reads_milliseconds,
    gap_count: gapsOf(content).length,
  }
}

/**
 * Creates a draft of a file. Its media must be in the store already. A key that is taken gets a number.
 *
 * @throws {InvalidFields} when the kind of an item was guessed and nobody confirmed one
 */
export async function storeImport(
  deps: ImportDeps,
  tx: Tx,
  editor: Editor,
  { read, content, arriving }: ReadyImport,
  { kinds }: ImportOptions,
): Promise<ProtocolDraftId> {
  if ([...read.guesses.keys()].some((key) => kinds[key] === undefined)) throw new InvalidFields({ kinds: ['required'] })
  await requireRoom(
    tx,
    deps.quota,
    arriving.reduce((sum, { staged }) => sum + staged.sizeBytes, 0),
  )
  await insertMedia(tx, editor, arriving, deps.clock.now())
  const key = freeKey(content.key, await protocolDrafts.lockKeys(tx), longestProtocolKey)
  return createDraft(deps, tx, editor, { content: { ...content, key } })
}
