import type {
  ClinicalReportSummary,
  Participant,
  Population,
  ProtocolResponse,
  ProtocolResponseSummary,
  PublishedSurvey,
  SurveyResponse,
  SurveyResponseSummary,
} from '@fonema/contract'
import {
  answersOf,
  type Context,
  codeSystems,
  consentOf,
  deviceOf,
  documentsOf,
  encounterOf,
  isOfRecord,
  observationsOf,
  patientOf,
  provenanceOf,
  questionnaireOf,
  reportOf,
  type SearchedType,
  signingOf,
  structureDefinitions,
  surveyUrl,
  systems,
  valueSetsOfCodes,
} from '@fonema/fhir'
import type { Provenance, Resource } from '@medplum/fhirtypes'
import { isAt, requireId, type Search, tokenOf } from './search.ts'
import { Refusal, type Source } from './source.ts'

export type Product = { publicUrl: string; version: string }
export type Found = { resources: Resource[]; next?: string | undefined }

/** How a type is searched. Types about a participant need `patient`. */
type Searcher = (source: Source, search: Search) => Promise<Found>

/** Reads answers of the API and makes resources of them. */
export function createSearchers({ publicUrl, version }: Product) {
  const contextOf = async (source: Source): Promise<Context> => {
    const populations = await source.get<Population[]>('/ai/populations/')
    return { publicUrl, version, populations: new Map(populations.map(({ id, name }) => [id, name])) }
  }

  const searchers: Record<SearchedType, Searcher> = {
    async Patient(source, { _id, identifier, _count, _cursor }) {
      if (_id !== undefined) return { resources: [await patient(source, requireId(_id))] }
      if (identifier === undefined) {
        const { rows, next } = await source.page<Participant>('/user/participants/', {
          limit: _count ?? '100',
          cursor: _cursor,
        })
        return { resources: rows.map(patientOf), next }
      }
      const code = tokenOf(identifier, systems.participantCode)
      const { rows } = await source.page<Participant>('/user/participants/', {})
      return { resources: rows.filter((row) => row.code === code).map(patientOf) }
    },
    async Encounter(source, { patient, date, _count, _cursor }) {
      const { rows, next } = await sessionsOf(source, patient, { limit: _count ?? '100', cursor: _cursor })
      const kept = rows.filter((row) => isOfRecord(row) && isAt(row.timestamp, date))
      return { resources: kept.map(encounterOf), next }
    },
    Observation: (source, search) =>
      bySession(source, search, (session, context) => {
        const code = search.code === undefined ? undefined : tokenOf(search.code, systems.measures)
        return observationsOf(session, context).filter(
          (each) =>
            (search.code === undefined || each.code.coding?.[0]?.code === code) &&
            isAt(each.effectiveDateTime ?? '', search.date),
        )
      }),
    DocumentReference: (source, search) =>
      bySession(source, search, (session, context) =>
        documentsOf(session, context).filter(({ date = '' }) => isAt(date, search.date)),
      ),
    async DiagnosticReport(source, { patient, date, _lastUpdated }) {
      const context = await contextOf(source)
      const reports = (await reportsOf(source, patient)).flatMap((row) => reportOf(row, context) ?? [])
      // A signed version never changes.
      return {
        resources: reports.filter(({ issued = '' }) => isAt(issued, date) && isAt(issued, _lastUpdated)),
      }
    },
    async Questionnaire(source, { _id, url }) {
      const id = _id ?? url?.replace(surveyUrl(''), '')
      if (id === undefined) throw new Refusal(400, 'Give the parameter _id or url')
      const found = questionnaireOf(await source.get<PublishedSurvey>(`/surveys/${requireId(id)}/`))
      return { resources: url === undefined || found.url === url ? [found] : [] }
    },
    async QuestionnaireResponse(source, { patient, _lastUpdated }) {
      const found = await answersWithSurveys(source, patient)
      const answers = found.map(({ response, survey }) => answersOf(response, survey))
      return { resources: answers.filter(({ authored = '' }) => isAt(authored, _lastUpdated)) }
    },
    async Consent(source, { patient }) {
      const id = requirePatient(patient)
      const consent = consentOf(id, await source.get(`/user/participants/${id}/consent/`))
      return { resources: consent === null ? [] : [consent] }
    },
    async Provenance(source, { target, ...search }) {
      const context = await contextOf(source)
      const { resources, next } = await bySession(source, search, provenanceOf)
      // The first page has those of reports too.
      const isFirst = search._cursor === undefined && search.encounter === undefined
      const reports = isFirst ? await reportsOf(source, search.patient) : []
      const found = [...reports.flatMap((row) => signingOf(row, context) ?? []), ...(resources as Provenance[])]
      const isAbout = (each: Provenance) => each.target.some(({ reference }) => reference === target)
      return { resources: target === undefined ? found : found.filter(isAbout), next }
    },
    Device: async () => ({ resources: [deviceOf(version)] }),
    CodeSystem: async (_source, { url }) => ({ resources: named(codeSystems, url) }),
    ValueSet: async (_source, { url }) => ({ resources: named(valueSetsOfCodes, url) }),
    StructureDefinition: async (_source, { url }) => ({ resources: named(structureDefinitions, url) }),
  }

  const patient = async (source: Source, id: string) =>
    patientOf(await source.get<Participant>(`/user/participants/${id}/`))

  const readSession = (source: Source, patient: string, id: string) =>
    source.get<ProtocolResponse>(`/protocols/responses/${patient}/${id}/?distributions=false`)

  /** One session is one page, because it has hundreds of measures. */
  async function bySession(
    source: Source,
    { patient, encounter, _cursor }: Search,
    resourcesOf: (session: ProtocolResponse, context: Context) => Resource[],
  ): Promise<Found> {
    const id = requirePatient(patient)
    const context = await contextOf(source)
    if (encounter !== undefined) {
      const session = await readSession(source, id, encounter)
      return { resources: isOfRecord(session) ? resourcesOf(session, context) : [] }
    }
    const { rows, next } = await sessionsOf(source, id, { limit: '1', cursor: _cursor })
    const resources = []
    for (const row of rows.filter(isOfRecord))
      resources.push(...resourcesOf(await readSession(source, id, row.id), context))
    return { resources, next }
  }

  const sessionsOf = (source: Source, patient: string | undefined, query: Record<string, string | undefined>) =>
    source.page<ProtocolResponseSummary>(`/protocols/responses/${requirePatient(patient)}/`, query)

  const reportsOf = (source: Source, patient: string | undefined) =>
    source.get<ClinicalReportSummary[]>(`/clinical_reports/${requirePatient(patient)}/`)

  async function answersWithSurveys(source: Source, patient: string | undefined) {
    const address = `/surveys/responses/${requirePatient(patient)}/`
    const rows = await source.get<SurveyResponseSummary[]>(address)
    return Promise.all(
      rows
        .filter(({ active }) => active)
        .map(async ({ id, survey_id }) => ({
          response: await source.get<SurveyResponse>(`${address}${id}/`),
          survey: await source.get<PublishedSurvey>(`/surveys/${survey_id}/`),
        })),
    )
  }

  async function everyPage(type: SearchedType, source: Source, search: Search): Promise<Resource[]> {
    const resources: Resource[] = []
    let cursor: string | undefined
    do {
      const found: Found = await searchers[type](source, { ...search, _cursor: cursor })
      resources.push(...found.resources)
      cursor = found.next
    } while (cursor !== undefined)
    return resources
  }

  /** All that is kept about a participant. Without the right to read surveys, they are left out. */
  async function everythingOf(id: string, source: Source, { hasSurveys }: { hasSurveys: boolean }) {
    const resources: Resource[] = [await patient(source, id), deviceOf(version)]
    for (const type of [
      'Consent',
      'Encounter',
      'Observation',
      'DocumentReference',
      'DiagnosticReport',
      'Provenance',
      ...(hasSurveys ? (['QuestionnaireResponse'] as const) : []),
    ] as const)
      resources.push(...(await everyPage(type, source, { patient: id })))
    if (!hasSurveys) return resources
    const surveys = (await answersWithSurveys(source, id)).map(({ survey }) => survey)
    const once = new Map(surveys.map((survey) => [survey.id, questionnaireOf(survey)]))
    return [...resources, ...once.values()]
  }

  return { searchers, patient, readSession, everythingOf }
}

const named = <R extends Resource & { url?: string }>(all: readonly R[], url: string | undefined): R[] =>
  all.filter((one) => url === undefined || one.url === url)

function requirePatient(id: string | undefined): string {
  if (id === undefined) throw new Refusal(400, 'Give the parameter patient')
  return id
}
