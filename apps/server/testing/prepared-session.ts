import { formOf, startTestSession } from './recordings.ts'
import { buildTestApp, type TestApp } from './test-app.ts'

type Headers = { authorization: string }

/** The application with a session that an examiner has just started. */
export async function prepare(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const headers = await demo.signIn('examiner@demo.example')
  return { ...demo, demo, headers, ...(await startTestSession(demo, headers)) }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

export function upload(
  { app }: TestApp,
  url: string,
  headers: Headers,
  file: Buffer,
  fields: Record<string, string> = {},
) {
  const form = formOf(file, fields)
  return app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
}
