// The list of software in an image or bundle (CycloneDX): npm's own list, without packages for other machines, and
// Debian's packages.

type Component = {
  type: string
  'bom-ref': string
  name: string
  version: string
  purl?: string
  [field: string]: unknown
}
export type SoftwareList = {
  bomFormat: 'CycloneDX'
  specVersion: string
  serialNumber?: string
  metadata: { timestamp: string; component: Component; [field: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [field: string]: unknown
}

type Locked = {
  name?: string
  version?: string
  dev?: boolean
  devOptional?: boolean
  os?: string[] | string
  cpu?: string[] | string
  libc?: string[] | string
}
type Machine = { cpu: string }

/** npm's words: one string or a list, each perhaps with `!`. */
const allows = (list: string[] | string | undefined, value: string) => {
  const words = list === undefined ? [] : [list].flat()
  const refused = words.some((word) => word === `!${value}`)
  const named = words.filter((word) => !word.startsWith('!'))
  return !refused && (named.length === 0 || named.includes(value))
}

const fits = ({ os, cpu, libc }: Locked, machine: Machine) =>
  allows(os, 'linux') && allows(cpu, machine.cpu) && allows(libc, 'glibc')

/**
 * npm's own `--omit=dev` also drops packages in production that a tool of developers needs too, so the lockfile decides.
 *
 * @param npm what `npm sbom --package-lock-only` printed: packages for every machine, and for developers
 * @param lock `packages` of package-lock.json
 */
export function onlyFor(
  machine: Machine,
  npm: SoftwareList,
  lock: Readonly<Record<string, Locked>>,
  time: Date,
): SoftwareList {
  const shipped = Object.entries(lock)
    .filter(([, entry]) => !entry.dev && !entry.devOptional && fits(entry, machine))
    .map(([place, { name, version }]) => `${name ?? place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`)
  const kept = new Set([...shipped, npm.metadata.component['bom-ref']])
  const isKept = (ref: string) => kept.has(ref)
  const { serialNumber: _, ...list } = npm // a new one for each call, in a list that shall be the same each time
  return {
    ...list,
    metadata: { ...npm.metadata, timestamp: time.toISOString() },
    components: npm.components.filter((component) => isKept(component['bom-ref'])),
    dependencies: npm.dependencies
      .filter(({ ref }) => isKept(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter(isKept) })),
  }
}

/**
 * Native packages of production that an installation for a machine lacks. npm leaves out an optional package whose
 * download failed, without an error.
 *
 * @param has whether a place of the lockfile, as `node_modules/x`, was installed
 */
export function missingNative(
  machine: Machine,
  lock: Readonly<Record<string, Locked>>,
  has: (place: string) => boolean,
): string[] {
  return Object.entries(lock)
    .filter(([, entry]) => !entry.dev && !entry.devOptional && entry.cpu !== undefined && fits(entry, machine))
    .map(([place]) => place)
    .filter((place) => !has(place))
}

/** Adds Debian's packages, from the fields that dpkg keeps of each. */
export function withDebian(list: SoftwareList, fields: string): SoftwareList {
  const value = (entry: string, name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(entry)?.[1]
  const components = fields
    .split(/\n(?=Package: )/)
    .filter((entry) => entry.trim() !== '')
    .map((entry): Component => {
      const [name, version, arch] = ['Package', 'Version', 'Architecture'].map((field) => value(entry, field)!)
      // Scanners find a package's weaknesses under the name of its source.
      const source = (value(entry, 'Source') ?? name!).split(' ')[0]!
      const purl = `pkg:deb/debian/${encodeURIComponent(name!)}@${encodeURIComponent(version!)}?arch=${arch}&distro=debian-12`
      const properties = [{ name: 'debian:source', value: source }]
      return { type: 'library', 'bom-ref': purl, name: name!, version: version!, purl, properties }
    })
  return { ...list, components: [...list.components, ...components] }
}
