import { join } from 'node:path'

/** The server's domains and their dependencies. A domain may import these, their dependencies, and platform/. */
export const domains: Readonly<Record<string, readonly string[]>> = {
  content: [],
  auth: ['content'],
  organization: ['auth'],
  providers: ['organization'],
  impersonation: ['organization'],
  participants: ['organization'],
  audit: ['participants', 'service-accounts'],
  webhooks: ['organization'],
  launch: ['providers', 'participants', 'webhooks'],
  scim: ['organization'],
  'service-accounts': ['organization'],
  files: ['participants'],
  reports: ['participants'],
  surveys: ['participants'],
  protocols: ['files'],
  responses: ['protocols'],
  agenda: ['responses', 'surveys'],
  analysis: ['agenda'],
  populations: ['analysis'],
  findings: ['populations'],
  'clinical-reports': ['findings'],
  today: ['agenda', 'clinical-reports'],
  takeouts: ['clinical-reports', 'populations', 'surveys', 'files'],
  fhir: [],
  demonstration: ['analysis'],
}

export const importRulesFile = join(import.meta.dirname, '../apps/server/import-rules.json')

/** @returns the domain's dependencies, direct and indirect */
export function foundationsOf(domain: string): string[] {
  const direct = domains[domain] ?? []
  return [...new Set([...direct, ...direct.flatMap(foundationsOf)])]
}

/** The linter's rules, which biome.json includes with `extends`. */
export function importRules(): string {
  const all = Object.keys(domains)
  const testing = { group: ['**/testing/**'], message: 'Only tests import apps/server/testing.' }
  const refuse = (includes: readonly string[], patterns: readonly object[]) => ({
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  })
  // The last entry that matches a file replaces earlier ones, so the entry for production code repeats the pattern.
  const refuseDomains = (folder: string, refused: readonly string[], message: string) => {
    const files = `apps/server/src/${folder}/**`
    const others = { group: [...refused.map((name) => `**/${name}/**`), '@fonema/web'], message }
    return [refuse([files], [others]), refuse([files, '!**/*.test.ts'], [others, testing])]
  }
  const overrides = [
    refuse(['apps/server/src/**', '!**/*.test.ts'], [testing]),
    ...refuseDomains('platform', all, 'platform/ imports no domain.'),
    ...all.flatMap((domain) => {
      const allowed = [domain, ...foundationsOf(domain)]
      const refused = all.filter((other) => !allowed.includes(other))
      const message = `${domain} may import ${[...allowed.slice(1), 'platform'].join(', ')} (scripts/domains.ts).`
      return refuseDomains(domain, refused, message)
    }),
  ]
  return `${JSON.stringify({ overrides }, null, 2)}\n`
}

/** The text for docs/architecture.md. */
export function describeDomains(): string {
  const list = new Intl.ListFormat('en-GB')
  const byFoundation = Map.groupBy(Object.keys(domains), (domain) => list.format(domains[domain]!) || 'platform')
  return [...byFoundation].map(([foundation, above]) => `${above.join(', ')} → ${foundation}`).join('; ')
}
