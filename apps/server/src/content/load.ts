import type { ItemId, ProtocolId, SurveyId } from '@fonema/contract'
import { type Insertable, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { v5 as uuidv5 } from 'uuid'
import type { Tables } from '../platform/database/tables.ts'
import type { Content, ProtocolFile } from './formats.ts'
import type { SurveyFile } from './survey-file.ts'
import './tables.ts'

const namespace = '4f6c1c0e-7a35-4c3c-9a8a-5f0c3d1b2e77'

/** Each wording version has its own id, so that a session keeps showing the words that the participant heard. */
export const protocolIdOf = (protocol: Pick<ProtocolFile, 'key' | 'wording_version' | 'locale'>) =>
  uuidv5(`${protocol.key}/${protocol.wording_version}/${protocol.locale}`, namespace) as ProtocolId
export const protocolItemIdOf = (protocolId: ProtocolId, itemKey: string) => uuidv5(itemKey, protocolId) as ItemId
export const surveyIdOf = (survey: Pick<SurveyFile, 'key' | 'wording_version' | 'locale'>) =>
  uuidv5(`survey/${survey.key}/${survey.wording_version}/${survey.locale}`, namespace) as SurveyId

/** Writes the content into the database as its owner. Running it again changes nothing. */
export async function loadContent(connectionString: string, content: Content): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'fonema-content' })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await db.transaction().execute(async (tx) => {
      // Two processes that start at the same time load one after the other.
      await sql`select pg_advisory_xact_lock(7301178)`.execute(tx)
      await upsert(
        tx,
        'locales',
        content.locales.map(({ id, code, lang, country, offered }) => ({
          id,
          code,
          lang_id: lang.id,
          lang_code: lang.code,
          country,
          is_offered: offered,
        })),
      )
      await upsert(tx, 'item_categories', content.itemCategories)
      for (const protocol of content.protocols) await loadProtocol(tx, content, protocol)
      for (const survey of content.surveys) await loadSurvey(tx, content, survey)
      await offerNewest(tx, 'protocol')
      await offerNewest(tx, 'survey')
    })
  } finally {
    await db.destroy()
  }
}

async function upsert<T extends 'locales' | 'item_categories' | 'protocols' | 'protocol_items' | 'surveys'>(
  tx: Kysely<Tables>,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
) {
  for (const row of rows) {
    const columns = Object.keys(row)
    const values = Object.values(row)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(values)})
      on conflict (id) do update set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(
      tx,
    )
  }
}

async function loadProtocol(tx: Kysely<Tables>, content: Content, protocol: ProtocolFile) {
  const id = protocolIdOf(protocol)
  const localeId = content.locales.find(({ code }) => code === protocol.locale)!.id
  const { key, wording_version, name, description, practice, licence, source } = protocol
  await upsert(tx, 'protocols', [
    {
      id,
      key,
      wording_version,
      locale_id: localeId,
      name,
      description,
      is_practice: practice,
      licence,
      source,
      indices: JSON.stringify(protocol.indices ?? {}),
    },
  ])
  const items = protocol.items.map((item, index) => ({
    id: protocolItemIdOf(id, item.key),
    protocol_id: id,
    key: item.key,
    position: index + 1,
    title: item.title,
    category_id: content.itemCategories.find(({ name }) => name === item.category)!.id,
    trigger_html: item.trigger,
    image: item.image,
    audio: item.audio,
    video: item.video,
    min_duration: item.min_duration,
    max_duration: item.max_duration,
    skippable: item.skippable,
    reference_text: item.reference_text ?? null,
    fluency: item.fluency ?? null,
    information_units: item.information_units === undefined ? null : JSON.stringify(item.information_units),
  }))
  await upsert(tx, 'protocol_items', items)
}

async function loadSurvey(tx: Kysely<Tables>, content: Content, survey: SurveyFile) {
  const { key, wording_version, locale, name, description, licence, source, ...definition } = survey
  const localeId = content.locales.find(({ code }) => code === locale)!.id
  await upsert(tx, 'surveys', [
    {
      id: surveyIdOf(survey),
      key,
      wording_version,
      locale_id: localeId,
      name,
      description,
      licence,
      source,
      definition: JSON.stringify(definition),
    },
  ])
}

/**
 * Offers the newest wording to every organisation, and assigns it to every examiner with an older one. Content that an
 * organisation imported is not touched.
 */
async function offerNewest(tx: Kysely<Tables>, kind: 'protocol' | 'survey') {
  const all = sql.table(`${kind}s`)
  const offers = sql.table(`organization_${kind}s`)
  const assignments = sql.table(`examiner_${kind}s`)
  const id = sql.ref(`${kind}_id`)
  const both = sql`older.organization_id is null and newer.organization_id is null`
  await sql`
    insert into ${offers} (organization_id, ${id})
      select o.id, newest.id from organizations o cross join
        (select distinct on (key, locale_id) id from ${all} where organization_id is null order by key, locale_id, wording_version desc) newest
      on conflict do nothing`.execute(tx)
  await sql`
    insert into ${assignments} (organization_id, examiner_id, ${id})
      select assigned.organization_id, assigned.examiner_id, newer.id from ${assignments} assigned
      join ${all} older on older.id = assigned.${id}
      join ${all} newer on newer.key = older.key and newer.locale_id = older.locale_id
        and newer.wording_version > older.wording_version
      where ${both}
      on conflict do nothing`.execute(tx)
  await sql`
    delete from ${offers} offered using ${all} older, ${all} newer
      where offered.${id} = older.id and newer.key = older.key and newer.locale_id = older.locale_id
        and newer.wording_version > older.wording_version and ${both}`.execute(tx)
}
