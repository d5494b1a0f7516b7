// A house with SAML only: SimpleSAMLphp as its identity provider.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from './debian-programs.ts'
import { makeCertificate, startProgram } from './program.ts'

/** Attributes as the house sends them. */
type Person = { mail: string; givenName: string; sn: string; groups: string[] }

/** Each signs in with their name and `housePassword`. */
export const people = {
  dora: { mail: 'dora@demo.example', givenName: 'Dora', sn: 'Médica', groups: ['staff', 'speech'] },
  cora: { mail: 'cora@demo.example', givenName: 'Cora', sn: 'Cocinera', groups: ['staff', 'kitchen'] },
}
export type Name = keyof typeof people
export const housePassword = 'x'
const extensions = [
  'dom',
  'mbstring',
  'xml',
  'simplexml',
  'xmlreader',
  'xmlwriter',
  'ctype',
  'posix',
  'tokenizer',
  'iconv',
]

export async function startHouse(programs: Programs, folder: string, port: number) {
  const url = `http://127.0.0.1:${port}/`
  for (const name of ['config', 'metadata', 'sessions', 'temp', 'log'])
    mkdirSync(join(folder, name), { recursive: true })
  makeCertificate(folder, 'house')
  const configure = (sources: object[]) =>
    writePhp(join(folder, 'config/config.php'), configuration(url, folder, sources))
  configure([{ type: 'flatfile' }])
  const setPeople = (known: Readonly<Record<Name, Person>>) =>
    writePhp(join(folder, 'config/authsources.php'), { people: { 0: 'exampleauth:UserPass', ...accountsOf(known) } })
  setPeople(people)
  writePhp(
    join(folder, 'metadata/saml20-idp-hosted.php'),
    {
      [`${url}house`]: {
        host: '__DEFAULT__',
        privatekey: 'house.pem',
        certificate: 'house.crt',
        auth: 'people',
        'validate.authnrequest': true,
        'validate.logout': true,
        'sign.logout': true,
      },
    },
    'metadata',
  )
  const share = programs.find('usr/share/simplesamlphp')
  const stop = await startProgram({
    command: programs.find('usr/bin/php8.2'),
    args: [
      '-n',
      ...extensions.flatMap((name) => ['-d', `extension=${programs.find(`usr/lib/php/20220829/${name}.so`)}`]),
      ...['-d', 'display_errors=0', '-d', 'error_reporting=E_ALL&~E_DEPRECATED', '-d', 'date.timezone=UTC'],
      ...['-S', `127.0.0.1:${port}`, '-t', join(share, 'www')],
    ],
    environment: {
      ...programs.environment,
      SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config'),
      PHP_CLI_SERVER_WORKERS: '3',
    },
    log: join(folder, 'log/php.log'),
    ready: `${url}saml2/idp/metadata.php`,
  })
  const metadata = await (await fetch(`${url}saml2/idp/metadata.php`)).text()
  /** The house's administrator imports the metadata of the bridge. */
  const trust = (xml: string) => configure([{ type: 'flatfile' }, { type: 'xml', xml }])
  return { url, metadata, trust, setPeople, stop }
}

const accountsOf = (known: Readonly<Record<Name, Person>>) =>
  Object.fromEntries(
    Object.entries(known).map(([name, { mail, givenName, sn, groups }]) => [
      `${name}:${housePassword}`,
      { uid: [name], mail: [mail], givenName: [givenName], sn: [sn], groups },
    ]),
  )

const configuration = (url: string, folder: string, sources: object[]) => ({
  baseurlpath: url,
  certdir: `${folder}/`,
  loggingdir: join(folder, 'log/'),
  datadir: join(folder, 'temp/'),
  tempdir: join(folder, 'temp'),
  metadatadir: join(folder, 'metadata/'),
  attributenamemapdir: join(folder, 'metadata/'),
  timezone: 'UTC',
  secretsalt: 'of the test',
  'auth.adminpassword': 'of the test',
  'enable.saml20-idp': true,
  'module.enable': { exampleauth: true, core: true, saml: true },
  'logging.handler': 'file',
  'logging.level': 7,
  'session.cookie.secure': false,
  'session.cookie.samesite': null,
  'session.phpsession.savepath': join(folder, 'sessions'),
  'session.phpsession.httponly': true,
  'store.type': 'phpsession',
  'language.cookie.secure': false,
  'metadata.sources': sources,
})

/** JSON is read by PHP, so that nothing has to be escaped here but the quotes of its text. */
function writePhp(file: string, value: object, name = 'config') {
  const text = JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  writeFileSync(file, `<?php\n$${name} = json_decode('${text}', true);\n`)
}
