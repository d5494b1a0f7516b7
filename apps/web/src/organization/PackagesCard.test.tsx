import type {
  Locale,
  Organization,
  Package,
  PackageId,
  ProtocolId,
  ProtocolSummary,
  User,
  UserId,
} from '@fonema/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { PackagesCard } from './packages/PackagesCard.tsx'
import { UserModal } from './UserModal.tsx'

const brazil: Locale = { id: idOf(11), code: 'pt-BR', lang: { id: idOf(12), code: 'pt' }, country: 'BR' }
const protocolOf = (number: number, name: string, locale = argentina): ProtocolSummary => ({
  id: idOf<ProtocolId>(number),
  name,
  description: '',
  locale,
  item_count: 1,
  is_practice: false,
  licence: 'CC0',
  source: '',
})
const [vowels, reading, leitura] = [
  protocolOf(21, 'Vocales'),
  protocolOf(22, 'Lectura'),
  protocolOf(23, 'Leitura', brazil),
]
const packageOf = (number: number, name: string, protocols: ProtocolSummary[], language: string | null): Package => ({
  id: idOf<PackageId>(number),
  name,
  surveys: [],
  protocols: protocols.map(({ id }) => id),
  default_language: language,
})
const follow = packageOf(31, 'Control', [vowels, reading], 'es')
const short = packageOf(32, 'Corto', [vowels], null)
const { organization } = examiner.user
const clinic: Organization = {
  id: organization.id,
  name: organization.name,
  time_zone: organization.time_zone,
  accent: null,
  owner: idOf<UserId>(6),
  settings: { semaphore_column: false, offline_participants: 'none' },
  available_protocols: [vowels, reading, leitura],
  available_surveys: [],
}
const roles = { ...examiner.user.roles, is_manager: true, is_owner: true }
const owner = { ...examiner, user: { ...examiner.user, roles } }
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

const showNewUser = async (packages: Package[]) => {
  const created = { id: idOf<UserId>(50), roles: { ...roles, examiner_id: null, manager_id: null } } as User
  const { sent } = await show(
    <UserModal edited="new" organization={clinic} users={[]} examiners={[]} onClose={() => {}} />,
    {
      user: owner,
      areas: ['organization', 'rooms'],
      answers: {
        'GET /cms/locales/': { body: [argentina, brazil] },
        'GET /organizations/packages/': { body: packages },
        'GET /organizations/impersonification/modes/': { body: [] },
        'POST /organizations/user/': { status: 201, body: created },
        'POST /organizations/examiners/': { status: 201, body: {} },
        'GET /organizations/examiners/': { body: [] },
      },
    },
  )
  await screen.findByRole('option', { name: 'Portugués (Brasil)' })
  await waitFor(() => expect(sent.map(({ key }) => key)).toContain('GET /organizations/packages/'))
  for (const name of ['first_name', 'last_name', 'email'])
    fill(document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!, 'ana@demo.example')
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(sent.map(({ key }) => key)).toContain('POST /organizations/examiners/'))
    return sent.find(({ key }) => key === 'POST /organizations/examiners/')!.body
  }
  return { save }
}
const examinerBox = () => screen.getByRole('checkbox', { name: 'Evaluador' })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a new examiner gets the starting package, and what the manager adds', async () => {
  const { save } = await showNewUser([follow, short])
  fireEvent.click(examinerBox())
  expect(box('Control').checked).toBe(true)
  expect(box('Corto').checked).toBe(true) // all of it is in the other one
  fireEvent.click(box('Control'))
  expect(box('Control').checked).toBe(false)
  expect(box('Control').indeterminate).toBe(true)
  expect(await save()).toMatchObject({ protocols: [vowels.id], surveys: [] })
})

test('without a starting package a new examiner gets everything in their language', async () => {
  const { save } = await showNewUser([])
  fireEvent.click(examinerBox())
  fill(screen.getByLabelText(/^Idioma/), brazil.id)
  expect(await save()).toMatchObject({ protocols: [leitura.id] })
})

const showCard = (packages: Package[]) =>
  show(<PackagesCard />, {
    user: owner,
    areas: ['organization', 'rooms'],
    answers: {
      'GET /organizations/': { body: clinic },
      'GET /organizations/user/': { body: [{ tags: ['norte'] }] },
      'GET /organizations/packages/': { body: packages },
      'POST /organizations/packages/': { status: 400, body: { name: ['already_exists'] } },
      'POST /organizations/packages/{package_id}/assign/': { body: { assigned: 2 } },
      'GET /organizations/examiners/': { body: [] },
    },
  })

test('a package’s name that is taken is reported at its field', async () => {
  const { sent } = await showCard([])
  await screen.findByText(/Todavía no hay paquetes/)
  fireEvent.click(screen.getByRole('button', { name: 'Crear paquete' }))
  fill(await screen.findByLabelText(/^Nombre del paquete/), 'Control')
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Ya existe en su organización. Use otro valor.')
  const body = { name: 'Control', protocols: [], surveys: [], default_language: null }
  expect(sent.at(-1)).toEqual({ key: 'POST /organizations/packages/', body })
})

test('a stored package is listed with its content, and assigned by tag', async () => {
  const { sent } = await showCard([follow])
  const row = await screen.findByRole('row', { name: /Control/ })
  within(row).getByText('Inicial: Español')
  within(row).getByText('2 protocolos, 0 encuestas')
  fireEvent.click(within(row).getByRole('button', { name: 'Editar Control' }))
  fill(await screen.findByLabelText(/Evaluadores con la etiqueta/), 'norte')
  fireEvent.click(screen.getByRole('button', { name: 'Asignar' }))
  await screen.findByText('Lo recibieron 2 evaluadores.')
  expect(sent.map(({ body }) => body)).toContainEqual({ tag: 'norte' })
})
