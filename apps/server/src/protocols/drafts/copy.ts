import {
  type DraftItem,
  type DraftItemTexts,
  type ItemKind,
  itemKinds,
  longestProtocolKey,
  type ProtocolDraft,
  type ProtocolId,
} from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import { freeKey } from '../../organization/drafts/drafts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import { findItems, findProtocols, type ItemRow, type ProtocolRow } from '../queries.ts'
import { drafts } from './queries.ts'

type Asked = { copy_of: ProtocolId; name?: string | undefined }

/**
 * The content of a new draft that begins as a copy: of a shipped protocol in all languages, or of an own one.
 *
 * @throws {InvalidFields} when there is no such protocol in the organisation
 */
export async function copyOf(
  catalogue: Catalogue,
  tx: Tx,
  { copy_of, name }: Asked,
  taken: ReadonlySet<string>,
): Promise<ProtocolDraft> {
  const [protocol] = await findProtocols(tx, [copy_of])
  if (protocol === undefined) throw new InvalidFields({ copy_of: ['invalid'] })
  const content =
    protocol.organization_id === null
      ? await contentOfShipped(catalogue, tx, protocol)
      : await contentOfOwn(tx, protocol.key.slice(ownKeyPrefix.length))
  const texts = Object.fromEntries(
    Object.entries(content.texts).map(([locale, text]) => [locale, { ...text!, ...(name !== undefined && { name }) }]),
  )
  return { ...content, key: freeKey(content.key, taken, longestProtocolKey), texts }
}

async function contentOfOwn(tx: Tx, key: string): Promise<ProtocolDraft> {
  return (await drafts(tx).where('protocol_drafts.key', '=', key).executeTakeFirstOrThrow()).content
}

/** All languages of a version, the one that was chosen first. */
export async function versionsOf(catalogue: Catalogue, tx: Tx, protocol: ProtocolRow) {
  const rows = await tx
    .selectFrom('protocols')
    .selectAll()
    .where('organization_id', 'is not distinct from', protocol.organization_id)
    .where('key', '=', protocol.key)
    .where('wording_version', '=', protocol.wording_version)
    .execute()
  const versions = rows.map((row) => ({ row, code: catalogue.requireLocale(row.locale_id).code }))
  const isChosen = ({ row }: { row: ProtocolRow }) => Number(row.id === protocol.id)
  return versions.sort((a, b) => isChosen(b) - isChosen(a) || (a.code < b.code ? -1 : 1))
}

export async function contentOfShipped(catalogue: Catalogue, tx: Tx, protocol: ProtocolRow): Promise<ProtocolDraft> {
  const versions = await versionsOf(catalogue, tx, protocol)
  const items = await findItems(
    tx,
    versions.map(({ row }) => row.id),
  )
  const own = items.filter(({ protocol_id }) => protocol_id === protocol.id)
  const blocks = [
    {
      key: 'block-1',
      order: 'fixed' as const,
      items: own.map((item): DraftItem => {
        const texts = versions.flatMap(({ row: { id }, code }): [string, DraftItemTexts][] => {
          const row = items.find(({ protocol_id, key }) => protocol_id === id && key === item.key)
          return row === undefined ? [] : [[code, textsOf(catalogue, row)]]
        })
        return {
          key: item.key,
          category: kindOf(item),
          min_duration: item.min_duration,
          max_duration: item.max_duration,
          skippable: item.skippable,
          repeats: 1,
          texts: Object.fromEntries(texts),
        }
      }),
    },
  ]
  const { key, licence, source, is_practice: practice } = protocol
  const texts = Object.fromEntries(
    versions.map(({ row, code }) => [code, { name: row.name, description: row.description }]),
  )
  return { key, licence, source, practice, locales: versions.map(({ code }) => code), texts, blocks }
}

export const kindOf = ({ category }: ItemRow): ItemKind => itemKinds.find((kind) => kind === category) ?? 'free_speech'

function textsOf(catalogue: Catalogue, row: ItemRow): DraftItemTexts {
  const units = row.information_units ?? []
  const alt = units.length > 0 ? units.join(', ') : row.title
  const medium = <T extends object>(file: string | null, more: T) => {
    const terms = file === null ? undefined : catalogue.mediaTerms(file)
    return file === null ? null : { file, licence: terms?.licence ?? '', source: terms?.source ?? '', ...more }
  }
  return {
    title: row.title,
    trigger: row.trigger_html,
    reference_text: row.reference_text ?? '',
    information_units: units,
    fluency: row.fluency,
    image: medium(row.image, { alt }),
    audio: medium(row.audio, {}),
    video: medium(row.video, { alt, subtitles: null }),
  }
}
