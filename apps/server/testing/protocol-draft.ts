import type { OrganizationId, ProtocolDraft, ProtocolDraftId, UserId } from '@fonema/contract'
import type { Tx } from '../src/platform/database/database.ts'
import '../src/protocols/drafts/tables.ts'

/** A protocol with one item in one language, ready to be published. */
export const minimalDraft = (key: string): ProtocolDraft => ({
  key,
  licence: 'CC0-1.0',
  source: 'Clínica de ejemplo',
  practice: false,
  locales: ['es-ES'],
  texts: { 'es-ES': { name: 'La vocal', description: 'Una vocal.' } },
  blocks: [
    {
      key: 'block-1',
      order: 'fixed',
      items: [
        {
          key: 'vowel',
          category: 'sustained_vowel',
          min_duration: 1,
          max_duration: 20,
          skippable: true,
          repeats: 1,
          texts: { 'es-ES': itemTexts('Vocal /a/', '<p>Diga <strong>«a»</strong>.</p>') },
        },
      ],
    },
  ],
})

export const itemTexts = (title: string, trigger: string) => ({
  title,
  trigger,
  reference_text: '',
  information_units: [],
  fluency: null,
  image: null,
  audio: null,
  video: null,
})

export const draftKeyOf = (id: string) => `draft-${id}`

export async function insertDraft(
  tx: Tx,
  { id, organization_id, user_id, now }: { id: string; organization_id: OrganizationId; user_id: UserId; now: Date },
) {
  const draft_id = id as ProtocolDraftId // a random one
  const key = draftKeyOf(id)
  const made = { created_by: user_id, updated_by: user_id, date_created: now, updated_at: now }
  await tx
    .insertInto('protocol_drafts')
    .values({ id: draft_id, organization_id, key, ...made })
    .execute()
  const content = JSON.stringify(minimalDraft(key))
  await tx.insertInto('protocol_draft_contents').values({ draft_id, organization_id, content }).execute()
}
