import type { DraftBlock, DraftItem, DraftItemTexts, ProtocolDraft } from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Tx } from '../../platform/database/database.ts'
import { kindOf, versionsOf } from '../drafts/copy.ts'
import { findItems, type ItemRow, type ProtocolRow } from '../queries.ts'

/**
 * The content of an own version as it was published, in all of its languages. The draft may have changed since then.
 * Items in the same drawn order are one block; the others are together in blocks of a fixed order.
 */
export async function contentOfVersion(catalogue: Catalogue, tx: Tx, protocol: ProtocolRow): Promise<ProtocolDraft> {
  const versions = await versionsOf(catalogue, tx, protocol)
  const ids = versions.map(({ row }) => row.id)
  const byProtocol = Map.groupBy(await findItems(tx, ids), ({ protocol_id }) => protocol_id)
  const localised = versions.map(({ code, row }) => ({ code, rows: byProtocol.get(row.id) ?? [] }))
  const { licence, source, is_practice } = protocol
  return {
    key: protocol.key.slice(ownKeyPrefix.length),
    licence,
    source,
    practice: is_practice,
    locales: versions.map(({ code }) => code),
    texts: Object.fromEntries(versions.map(({ code, row: { name, description } }) => [code, { name, description }])),
    blocks: blocksOf(localised),
  }
}

type Localised = readonly { code: string; rows: readonly ItemRow[] }[]

/** The publication adds the number of a repeat to the key of its item, with an underscore that no key has. */
const stemOf = (key: string) => key.replace(/_\d+$/, '')

function blocksOf(versions: Localised): DraftBlock[] {
  const rows = versions[0]!.rows
  const blocks: { drawn: number | null; rows: ItemRow[] }[] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last !== undefined && last.drawn === row.random_block) last.rows.push(row)
    else blocks.push({ drawn: row.random_block, rows: [row] })
  }
  return blocks.map((block, index) => ({
    key: `block-${index + 1}`,
    order: block.drawn === null ? 'fixed' : 'random',
    items: block.rows.filter(({ key }) => key === stemOf(key)).map((row) => itemOf(row, block.rows, versions)),
  }))
}

function itemOf(row: ItemRow, inBlock: readonly ItemRow[], versions: Localised): DraftItem {
  const repeats = inBlock.filter(({ key }) => stemOf(key) === row.key).length
  const texts = versions.flatMap(({ code, rows }): [string, DraftItemTexts][] => {
    const found = rows.find(({ key }) => key === row.key)
    return found === undefined ? [] : [[code, textsOf(found, repeats)]]
  })
  return {
    key: row.key,
    category: kindOf(row),
    min_duration: row.min_duration,
    max_duration: row.max_duration,
    skippable: row.skippable,
    repeats,
    texts: Object.fromEntries(texts),
  }
}

const noTerms = { licence: '', source: '' }

function textsOf(row: ItemRow, repeats: number): DraftItemTexts {
  const { image, audio, video, media } = row
  return {
    // The publication counts the repeats in the title.
    title: repeats === 1 ? row.title : row.title.replace(/ \(1\/\d+\)$/, ''),
    trigger: row.trigger_html,
    reference_text: row.reference_text ?? '',
    information_units: row.information_units ?? [],
    fluency: row.fluency,
    image: image === null ? null : { file: image, ...noTerms, alt: '', ...media?.image },
    audio: audio === null ? null : { file: audio, ...noTerms, ...media?.audio },
    video: video === null ? null : { file: video, ...noTerms, alt: '', subtitles: null, ...media?.video },
  }
}
