import {
  type DraftItem,
  type DraftItemTexts,
  gapsOf,
  type ItemId,
  type OrganizationId,
  type ProtocolDraft,
  type ProtocolDraftId,
  type ProtocolId,
} from '@fonema/contract'
import type { Insertable } from 'kysely'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { ItemMedia } from '../../content/tables.ts'
import type { Editor } from '../../organization/drafts/drafts.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { findItems, type ItemRow } from '../queries.ts'
import { requireSafe } from './content-check.ts'
import { findDraft } from './queries.ts'
import { type DraftDeps, protocolDrafts } from './service.ts'

/**
 * Publishes a draft as a new version: one protocol for each language, offered to the examiners and assigned to those who
 * had the version before. Sessions keep the version that they used.
 *
 * @throws {AppError} `protocol_incomplete` with the gaps; `conflict` when this revision is published already
 */
export async function publish(
  deps: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: ProtocolDraftId,
  revision: number,
): Promise<void> {
  const { organizationId } = editor
  const row = await protocolDrafts.lockSeen(tx, id, revision)
  if (row.published_revision === revision && row.retired_at === null) throw new AppError('conflict')
  const { content } = (await findDraft(tx, id))! // it is locked
  const gaps = gapsOf(content)
  if (gaps.length > 0) throw new AppError('protocol_incomplete', { gaps })
  await requireSafe(tx, deps.catalogue, content)
  const version = (row.version ?? 0) + 1
  const key = ownKeyPrefix + row.key
  const now = deps.clock.now()
  for (const locale of content.locales) {
    const localeId = deps.catalogue.locales.find(({ code }) => code === locale)!.id // checked above
    const before = await previousItems(tx, organizationId, key, localeId, row.version)
    const protocolId = newId<ProtocolId>(now)
    const { name, description } = content.texts[locale]! // not a gap
    await tx
      .insertInto('protocols')
      .values({
        id: protocolId,
        organization_id: organizationId,
        key,
        wording_version: version,
        locale_id: localeId,
        name,
        description,
        is_practice: content.practice,
        licence: content.licence,
        source: content.source,
      })
      .execute()
    const categories = new Map(
      (await tx.selectFrom('item_categories').selectAll().execute()).map((c) => [c.name, c.id]),
    )
    const items = itemsOf(content, locale).map((item, index) => {
      const written = {
        ...item,
        id: newId<ItemId>(now),
        organization_id: organizationId,
        protocol_id: protocolId,
        position: index + 1,
        category_id: categories.get(item.category)!, // itemKinds are categories
      }
      const { category: _, ...stored } = written
      return { ...stored, wording_version: before.get(item.key)?.(written) ?? version }
    })
    // In one statement: the database refuses later items of a published protocol.
    await tx.insertInto('protocol_items').values(items).execute()
    await offer(tx, organizationId, key, protocolId, localeId)
  }
  await withdrawOlder(tx, organizationId, key, version)
  await protocolDrafts.notePublished(tx, deps.clock, editor, id, { version, revision })
}

type NewItem = Omit<Insertable<Tables['protocol_items']>, 'id' | 'protocol_id' | 'position' | 'category_id'> & {
  category: string
}

/** The items of a session in one language: repeats become items of their own. */
function itemsOf({ blocks }: ProtocolDraft, locale: string): NewItem[] {
  return blocks.flatMap(({ order, items }, block) =>
    items.flatMap((item) =>
      Array.from({ length: item.repeats }, (_, repeat): NewItem => {
        const texts = item.texts[locale]! // not a gap
        return {
          ...common(item, texts),
          // No key of an item has an underscore.
          key: repeat === 0 ? item.key : `${item.key}_${repeat + 1}`,
          title: item.repeats === 1 ? texts.title : `${texts.title} (${repeat + 1}/${item.repeats})`,
          random_block: order === 'random' ? block + 1 : null,
        }
      }),
    ),
  )
}

function common({ category, min_duration, max_duration, skippable }: DraftItem, texts: DraftItemTexts) {
  const { trigger, reference_text, information_units, image, audio, video } = texts
  return {
    category,
    trigger_html: trigger,
    image: image?.file ?? null,
    audio: audio?.file ?? null,
    video: video?.file ?? null,
    min_duration,
    max_duration,
    skippable,
    reference_text: reference_text === '' ? null : reference_text,
    fluency: category === 'fluency' ? texts.fluency : null,
    information_units: information_units.length === 0 ? null : JSON.stringify(information_units),
    media: JSON.stringify(termsOf(texts)),
  }
}

function termsOf({ image, audio, video }: DraftItemTexts): ItemMedia {
  return {
    ...(image && { image: { licence: image.licence, source: image.source, alt: image.alt } }),
    ...(audio && { audio: { licence: audio.licence, source: audio.source } }),
    ...(video && {
      video: { licence: video.licence, source: video.source, alt: video.alt, subtitles: video.subtitles },
    }),
  }
}

/** What an answer depends on. Titles, descriptions and terms may change without making results incomparable. */
const askedBy = (item: Partial<ItemRow> | Omit<NewItem, 'category' | 'media' | 'information_units'>) =>
  JSON.stringify([
    ...[item.trigger_html, item.image, item.audio, item.video, item.reference_text, item.fluency],
    ...[item.min_duration, item.max_duration, (item as { category_id?: string }).category_id],
  ])

/** By key: since which version the previous version's item asks the same; undefined when the new one asks otherwise. */
async function previousItems(
  tx: Tx,
  organizationId: OrganizationId,
  key: string,
  localeId: string,
  version: number | null,
) {
  const earlier = await tx
    .selectFrom('protocols')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('locale_id', '=', localeId)
    .where('wording_version', '=', version)
    .executeTakeFirst()
  const items = earlier === undefined ? [] : await findItems(tx, [earlier.id])
  return new Map(
    items.map((item) => [
      item.key,
      (now: Parameters<typeof askedBy>[0]) =>
        askedBy(item) === askedBy(now) ? (item.wording_version ?? version ?? undefined) : undefined,
    ]),
  )
}

/** Offers the protocol, and assigns it to every examiner with an earlier version in this language. */
async function offer(
  tx: Tx,
  organization_id: OrganizationId,
  key: string,
  protocol_id: ProtocolId,
  localeId: string,
): Promise<void> {
  await tx.insertInto('organization_protocols').values({ organization_id, protocol_id }).execute()
  const assigned = await tx
    .selectFrom('examiner_protocols')
    .innerJoin('protocols', 'protocols.id', 'examiner_protocols.protocol_id')
    .select('examiner_id')
    .distinct()
    .where('protocols.organization_id', '=', organization_id)
    .where('protocols.key', '=', key)
    .where('protocols.locale_id', '=', localeId)
    .execute()
  const rows = assigned.map(({ examiner_id }) => ({ organization_id, examiner_id, protocol_id }))
  if (rows.length > 0) await tx.insertInto('examiner_protocols').values(rows).execute()
}

/** Withdraws the earlier versions, also in languages that the new one no longer has. Deletes their assignments too. */
async function withdrawOlder(tx: Tx, organizationId: OrganizationId, key: string, version: number): Promise<void> {
  const older = tx
    .selectFrom('protocols')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('wording_version', '<', version)
  await tx.deleteFrom('organization_protocols').where('protocol_id', 'in', older).execute()
}
