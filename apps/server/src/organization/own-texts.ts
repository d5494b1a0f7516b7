import { type OwnTexts, type TextLanguage, textLanguages } from '@fonema/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { newId } from '../platform/ids.ts'
import { asHtml } from './text-html.ts'
import './tables.ts'

export function ownTextRoutes(implement: Implement, { clock }: { clock: Clock }) {
  implement.inTenant('GET /organizations/texts/', ({ tx }) => findTexts(tx))

  implement.inTenant('PATCH /organizations/texts/{text_language}/', async ({ tx, principal, params, body }) => {
    if (Object.keys(body).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
    const now = clock.now()
    const changes = { ...body, changed_at: now }
    await tx
      .insertInto('organization_texts')
      .values({
        id: newId<string>(now),
        organization_id: principal.organizationId,
        language: params.text_language,
        policy: null,
        terms: null,
        ...changes,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'language']).doUpdateSet(changes))
      .execute()
    return findTexts(tx)
  })
}

async function findTexts(tx: Tx): Promise<OwnTexts> {
  const stored = await tx.selectFrom('organization_texts').select(['language', 'policy', 'terms']).execute()
  const { rows } = await sql<{ are_shown: boolean }>`select is_only_organization() as are_shown`.execute(tx)
  return {
    are_shown: rows[0]!.are_shown,
    languages: textLanguages.map((language) => {
      const own = stored.find((row) => row.language === language)
      return { language, policy: own?.policy ?? null, terms: own?.terms ?? null }
    }),
  }
}

/** Replaces the product's texts by those of the server's only organisation, under the product's titles. */
export async function withOwnTexts(database: Database, locale: string, content: Record<string, string>) {
  const language = locale.slice(0, 2) as TextLanguage
  const { rows } = await sql<{ policy: string | null; terms: string | null }>`
    select * from public_texts(${language})`.execute(database.shared)
  const own = Object.entries(rows[0] ?? {}).filter((entry): entry is [string, string] => entry[1] !== null)
  return { ...content, ...Object.fromEntries(own.map(([name, text]) => [name, asHtml(titleOf(content[name]), text)])) }
}

/** The heading with which each of the product's texts begins. */
const titleOf = (html = '') => /^<h2>.*?<\/h2>/.exec(html)?.[0] ?? ''
