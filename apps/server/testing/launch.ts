import type { Ehr, Provider } from '@fonema/contract'
import { onTestFinished } from 'vitest'
import { type EhrMisdeeds, smartClient, startEhr } from './ehr.ts'
import { addProvider } from './house.ts'
import type { HousePerson } from './real-provider.ts'
import { signInAtProvider } from './real-provider.ts'
import { organizationIds } from './template.ts'
import { buildTestApp } from './test-app.ts'
import { type Visitor, visitor } from './visitor.ts'

const launchPeople: Record<string, HousePerson> = {
  dora: { email: 'dora@demo.example', given_name: 'Dora', family_name: 'Médica', groups: ['speech'] },
  exa: { email: 'examiner@demo.example', given_name: 'Exa', family_name: 'Minadora', groups: ['speech'] },
  eli: { email: 'eli@demo.example', given_name: 'Eli', family_name: 'Médico', groups: ['speech'] },
}

/** The application with a health record, whose people are those of the organisation's identity provider. */
export async function buildLaunch(given: { networks?: string; ehr?: object } = {}) {
  const demo = await buildTestApp({
    SIGN_IN_DOMAINS: `demo.example=${organizationIds.demo}`,
    WEBHOOK_NETWORKS: given.networks ?? '127.0.0.0/8',
  })
  const record = await startEhr(launchPeople)
  onTestFinished(record.stop)
  const owner = () => demo.signIn('owner@demo.example')
  const provider: Provider = await addProvider(demo, await owner(), record.settings)
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers?: object) => {
    const url = `/api/organizations/ehrs/${path}`
    const sent = { method, url, headers: { ...(headers ?? (await owner())) }, ...(payload && { payload }) }
    const response = await demo.app.inject(sent)
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
  }
  const add = (more: object = {}) =>
    ask('POST', '', {
      provider_id: provider.id,
      name: 'Historia',
      iss: record.iss,
      client_id: smartClient,
      code_system: 'urn:oid:2.16.858',
      ...more,
    })
  const made = await add(given.ehr)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const ehr: Ehr = made.body
  await record.register(provider.redirect_uri, provider.logout_uri)

  const begin = (browser: Visitor, more: { launch?: string | undefined; iss?: string; ehr_id?: string } = {}) => {
    const body = { ehr_id: ehr.id, iss: record.iss, ...more }
    return browser.send('POST', '/user/provider/launch/begin/', body)
  }
  const finish = (browser: Visitor, query: string) =>
    browser.send('POST', '/user/provider/launch/finish/', { provider_id: provider.id, query })
  let count = 0
  /** From the record's button to what the browser brings back. */
  async function there(browser: Visitor, person = 'dora', launch = record.launch(`launch-${++count}`)) {
    const { body } = await begin(browser, { launch })
    const back = await signInAtProvider(body.address, person)
    return { back, query: back.search, state: new URL(body.address).searchParams.get('state')!, launch }
  }
  /** A whole launch. */
  async function launch(browser = visitor(demo), person = 'dora') {
    const { query, state } = await there(browser, person)
    const finished = await finish(browser, query)
    const patient = () => browser.send('POST', '/user/provider/launch/patient/', { state })
    return { browser, state, finished, patient, query }
  }
  /** The same with a misdeed. */
  async function launchWith(misdeeds: EhrMisdeeds) {
    Object.assign(record.misdeeds, misdeeds)
    try {
      return (await launch()).finished
    } finally {
      for (const name of Object.keys(misdeeds) as (keyof EhrMisdeeds)[]) delete record.misdeeds[name]
    }
  }
  return {
    demo,
    record,
    provider,
    ehr,
    ask,
    add,
    begin,
    finish,
    there,
    launch,
    launchWith,
    owner,
    browser: () => visitor(demo),
  }
}
