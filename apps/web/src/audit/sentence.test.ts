import { readFileSync } from 'node:fs'
import type { AuditEntry, ExaminerId, ParticipantId, UserId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { translator } from '../ui/translate.ts'
import { actions, subjects } from './filter.ts'
import { sentenceOf } from './sentence.ts'

const languages = ['es', 'en', 'pt', 'fr'] as const
const names: Record<string, string> = { u1: 'Elena Ruiz', u2: 'Mateo Paz', e1: 'Elena Ruiz' }
const nameOf = (id: string | null) => (id === null ? undefined : names[id])

const nothing: AuditEntry = {
  id: '1',
  at: '2026-11-20T10:00:00.000Z',
  user_id: 'u1' as UserId,
  service_account: null,
  directory: null,
  examiner_id: null,
  mode: null,
  action: 'read',
  subject: 'results',
  object_id: null,
  participant_id: null,
  participant_code: null,
  old: null,
  new: null,
}
const ofDemo = { participant_id: 'p' as ParticipantId, participant_code: 'DEMO-001' }

async function translate(language: (typeof languages)[number]) {
  const file = new URL(`../texts/${language}/audit.json`, import.meta.url)
  const t = translator(language, JSON.parse(readFileSync(file, 'utf8')))
  return (entry: Partial<AuditEntry>) => sentenceOf(t, { ...nothing, ...entry }, nameOf)
}

test.each([
  ['es', 'Elena Ruiz leyó los resultados de DEMO-001'],
  ['en', 'Elena Ruiz read the results of DEMO-001'],
  ['pt', 'Elena Ruiz leu os resultados de DEMO-001'],
  ['fr', 'Elena Ruiz a lu les résultats du participant DEMO-001'],
] as const)('an entry is a sentence in %s', async (language, text) => {
  expect((await translate(language))(ofDemo)).toBe(text)
})

test.each([
  ['es', 'El directorio «Entra ID» leyó los resultados de DEMO-001'],
  ['en', 'The directory “Entra ID” read the results of DEMO-001'],
  ['pt', 'O diretório “Entra ID” leu os resultados de DEMO-001'],
  ['fr', 'L’annuaire « Entra ID » a lu les résultats du participant DEMO-001'],
] as const)('an entry names the directory that acted, in %s', async (language, text) => {
  expect((await translate(language))({ ...ofDemo, user_id: null, directory: 'Entra ID' })).toBe(text)
})

test.each([
  ['es', 'La cuenta de servicio «HIS» leyó los resultados de DEMO-001'],
  ['en', 'The service account “HIS” read the results of DEMO-001'],
  ['pt', 'A conta de serviço “HIS” leu os resultados de DEMO-001'],
  ['fr', 'Le compte de service « HIS » a lu les résultats du participant DEMO-001'],
] as const)('an entry names the service account that acted, in %s', async (language, text) => {
  expect((await translate(language))({ ...ofDemo, service_account: 'HIS' })).toBe(text)
})

test.each([
  [
    'es',
    'Mateo Paz, como Elena Ruiz, descargó un archivo de DEMO-001',
    'Mateo Paz dio el rol de evaluador a Elena Ruiz',
  ],
  ['en', 'Mateo Paz, as Elena Ruiz, downloaded a file of DEMO-001', 'Mateo Paz gave the examiner role to Elena Ruiz'],
  [
    'pt',
    'Mateo Paz, como Elena Ruiz, baixou um arquivo de DEMO-001',
    'Mateo Paz deu a função de avaliador a Elena Ruiz',
  ],
  [
    'fr',
    'Mateo Paz, au nom de Elena Ruiz, a téléchargé un fichier du participant DEMO-001',
    'Mateo Paz a donné le rôle d’examinateur à Elena Ruiz',
  ],
] as const)('names both people of an impersonation, and who received a role, in %s', async (language, acting, gift) => {
  const sentence = await translate(language)
  const mateo = { user_id: 'u2' as UserId }
  const impersonation = { examiner_id: 'e1' as ExaminerId, mode: 'full' }
  expect(sentence({ ...mateo, ...impersonation, ...ofDemo, action: 'download', subject: 'files' })).toBe(acting)
  expect(sentence({ ...mateo, action: 'create', subject: 'examiners', new: { user_id: 'u1' } })).toBe(gift)
})

test('a name that begins with a vowel takes an apostrophe in French', async () => {
  const sentence = await translate('fr')
  expect(sentence({ action: 'change', subject: 'users', object_id: 'u1' })).toBe(
    'Elena Ruiz a modifié le compte d’Elena Ruiz',
  )
  expect(sentence({ action: 'change', subject: 'users', object_id: 'u2' })).toBe(
    'Elena Ruiz a modifié le compte de Mateo Paz',
  )
})

test('a failed sign-in names the account, not an actor', async () => {
  const sentence = await translate('en')
  const failed = { user_id: null, action: 'sign_in_failed', subject: 'sessions', object_id: 'u2' }
  expect(sentence(failed)).toBe('An attempt to sign in to an account failed: Mateo Paz')
  expect(sentence({ action: 'request', subject: 'invitations', object_id: 'u2' })).toBe(
    'Elena Ruiz got the link of the invitation: Mateo Paz',
  )
})

test.each(languages)('every known action and object has a whole sentence in %s', async (language) => {
  const sentence = await translate(language)
  for (const action of actions.filter((action) => action !== 'request'))
    for (const subject of subjects) {
      const text = sentence({ action, subject, ...ofDemo, object_id: 'u2' })
      expect(text).toMatch(/\p{L}/u)
      expect(text).not.toMatch(/audit__|\{\{|undefined/)
    }
})

test('a sentence about somebody who is not known begins with a capital letter', async () => {
  const sentence = await translate('en')
  const entry = { action: 'impersonate', subject: 'users', user_id: 'gone' as UserId }
  expect(sentence(entry)).toBe('A person began to work as a person')
})

test('an action or object of a newer server has no sentence', async () => {
  const sentence = await translate('es')
  expect(sentence({ action: 'teleport' })).toBeUndefined()
  expect(sentence({ subject: 'holograms' })).toBeUndefined()
  expect(sentence({ action: 'request', subject: 'users' })).toBeUndefined()
})
