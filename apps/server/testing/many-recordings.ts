import type { ItemId } from '@fonema/contract'
import { functionVersions } from '@fonema/speech'
import { withClient } from './database-setup.ts'
import type { TestApp } from './test-app.ts'

/**
 * Sessions of an examiner of the demo clinic with measured recordings, numbered from `from` to `to`, each of another
 * participant. Without triggers. The ids are random, as the pages of a grown database are.
 */
export const recordMany = (demo: TestApp, items: readonly ItemId[], from: number, to: number) =>
  withClient(demo.url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`create function pg_temp.id_of(name text) returns uuid language sql as $$
      select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`)
    await client.query(
      `create temp table made as
        select n, e.id as examiner_id, e.user_id, timestamptz '2026-01-01' + n * interval '1 minute' as at,
          e.organization_id, pg_temp.id_of('participant' || n) as participant_id, pg_temp.id_of('session' || n) as session_id
        from generate_series($2::int, $3::int) n
        cross join (select examiners.* from examiners join users on users.id = user_id
          where examiners.organization_id = $1 and email = 'examiner@demo.example') e`,
      [demo.organizationId, from, to],
    )
    await client.query(
      `create temp table asked as
        select made.*, item_id, pg_temp.id_of('answer' || n || '/' || place) as answer_id, pg_temp.id_of('take' || n || '/' || place) as take_id
        from made cross join unnest($1::uuid[]) with ordinality as item (item_id, place)`,
      [items],
    )
    await client.query(
      `insert into participants
        (id, organization_id, examiner_id, code, last_name, sex, birthday, education_years, locale_id, created_at, created_by)
      select participant_id, organization_id, examiner_id, 'P-' || n, 'Pérez ' || n, case when n % 2 = 0 then 'f' else 'm' end,
        date '1940-01-01' + n * 97 % 20000, n % 20, $1, at, user_id from made`,
      [demo.localeId('es-AR')],
    )
    await client.query(`insert into protocol_responses
        (id, organization_id, participant_id, protocol_id, examiner_id, created_by, date_created)
      select distinct session_id, asked.organization_id, participant_id, protocol_id, examiner_id, user_id, at
      from asked join protocol_items on protocol_items.id = item_id`)
    await client.query(`insert into item_responses
        (id, organization_id, protocol_response_id, protocol_item_id, answered_at, answered_by)
      select answer_id, organization_id, session_id, item_id, at, user_id from asked`)
    await client.query(`insert into takes (id, organization_id, item_response_id, take, sent_take, object_key, sha256,
        size_bytes, content_type, sample_rate_hz, total_seconds, window_start, window_end, settings, gaps, counts,
        recorded_at, stored_at, recorded_by)
      select take_id, organization_id, answer_id, 1, 1, take_id, repeat('0', 64), 1000, 'audio/wav', 16000, 25, 0.5, 24.5,
        '{}', '[]', true, at, at, user_id from asked`)
    await client.query(
      `insert into feature_results
        (id, organization_id, take_id, entry, function_version, status, scores, missing, data, updated_at)
      select gen_random_uuid(), organization_id, take_id, entry, version::int, 'ready',
        jsonb_build_object('f0_mean_hz', 120 + n % 60 + 0.5, 'hnr_mean_db', 10.25 + n % 20, 'intensity_mean_energy_db', 50 + n % 30),
        '{}', '{}', at
      from asked cross join jsonb_each_text($1) as measured (entry, version)`,
      [JSON.stringify(functionVersions)],
    )
    await client.query('vacuum analyze')
  })
