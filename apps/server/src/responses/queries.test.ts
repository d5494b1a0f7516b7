import type { ExaminerId, ParticipantId, SessionId, UserId } from '@fonema/contract'
import type { Selectable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { Tables } from '../platform/database/tables.ts'
import '../participants/tables.ts'
import type { findSession } from './queries.ts'

test('a session is not found by the id of another kind of object', () => {
  type Row = Selectable<Tables['protocol_responses']>
  expectTypeOf<Row['participant_id']>().toEqualTypeOf<ParticipantId>()
  expectTypeOf<Row['examiner_id']>().toEqualTypeOf<ExaminerId>()
  expectTypeOf<Row['created_by']>().toEqualTypeOf<UserId>()
  type Given = Parameters<typeof findSession>
  expectTypeOf<Given[1]>().toEqualTypeOf<ParticipantId>()
  expectTypeOf<Given[2]>().toEqualTypeOf<SessionId>()
  expectTypeOf<Selectable<Tables['participants']>['id']>().not.toExtend<Given[2]>()
})
