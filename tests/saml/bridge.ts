// The bridge: LemonLDAP::NG, which is a SAML service provider for the house and an OpenID Connect provider for the clinic.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from './debian-programs.ts'
import { makeCertificate, startProgram } from './program.ts'

/** Letters and digits only: the bridge does not decode what a client encodes (RFC 6749, section 2.3.1). */
export const client = { id: 'fonema', secret: 'onlyTheBridgeAndTheClinicHaveIt26' }

export type Given = {
  /** The metadata of the house. */
  house: string
  /** Where browsers come back to the clinic, after signing in and after signing out. */
  returns: { redirectUri: string; after: string }
  /** Other options of the house as identity provider. */
  idpOptions?: Record<string, unknown>
  /** The web server in front passes the bridge's cookie on with the house's answers. */
  keepsSession?: boolean
}

export const issuerOf = (port: number) => `http://127.0.0.1:${port}/`

export async function startBridge(programs: Programs, folder: string, port: number, given: Given) {
  const url = issuerOf(port)
  for (const name of ['conf', 'sessions/lock', 'psessions/lock', 'cache', 'log'])
    mkdirSync(join(folder, name), { recursive: true })
  const portal = programs.find('usr/share/lemonldap-ng/portal')
  writeFileSync(join(folder, 'conf/lmConf-1.json'), JSON.stringify(configuration(url, folder, given)))
  writeFileSync(join(folder, 'lemonldap-ng.ini'), iniOf(folder, join(portal, 'templates')))
  writeFileSync(join(folder, 'portal.psgi'), psgiOf(join(portal, 'htdocs'), programs.root, given.keepsSession ?? false))
  const stop = await startProgram({
    command: 'perl',
    args: [
      programs.find('usr/bin/starman'),
      '--preload-app',
      '--workers',
      '3',
      '--listen',
      `127.0.0.1:${port}`,
      join(folder, 'portal.psgi'),
    ],
    environment: {
      ...programs.environment,
      LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    },
    log: join(folder, 'log/bridge.log'),
    ready: `${url}.well-known/openid-configuration`,
  })
  const metadata = await (await fetch(`${url}saml/metadata`)).text()
  return { issuer: url, metadata, stop, log: join(folder, 'log/bridge.log') }
}

function configuration(url: string, folder: string, { house, returns, idpOptions }: Given) {
  const [saml, oidc] = [makeCertificate(folder, 'saml'), makeCertificate(folder, 'oidc')]
  return {
    cfgNum: 1,
    cfgAuthor: 'test',
    cfgDate: 1,
    cfgVersion: '2.16.1',
    portal: url,
    domain: '127.0.0.1',
    cookieName: 'bridge',
    securedCookie: 0,
    sameSite: 'Lax',
    authentication: 'SAML',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    portalDisplayResetPassword: 0,
    portalDisplayRegister: 0,
    // No captchas, which would need ImageMagick: this is the empty plugin.
    captcha: '::Main::Plugin',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: {
      Directory: join(folder, 'sessions'),
      LockDirectory: join(folder, 'sessions/lock'),
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    },
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: {
      Directory: join(folder, 'psessions'),
      LockDirectory: join(folder, 'psessions/lock'),
    },
    whatToTrace: '_whatToTrace',
    macros: { _whatToTrace: '$_user' },
    locationRules: { '127.0.0.1': { default: 'accept' } },
    skipRenewConfirmation: 1,

    // One side: a service provider for the house.
    samlEntityID: `${url}saml/metadata`,
    samlOrganizationName: 'Bridge',
    samlOrganizationDisplayName: 'Bridge',
    samlOrganizationURL: url,
    samlServicePrivateKeySig: saml.private,
    samlServicePublicKeySig: saml.public,
    samlIDPMetaDataXML: { house: { samlIDPMetaDataXML: house } },
    samlIDPMetaDataExportedAttributes: {
      house: {
        uid: '1;uid;;',
        mail: '1;mail;;',
        givenName: '0;givenName;;',
        sn: '0;sn;;',
        house_groups: '0;groups;;',
      },
    },
    samlIDPMetaDataOptions: {
      house: {
        samlIDPMetaDataOptionsUserAttribute: 'uid',
        samlIDPMetaDataOptionsForceAuthn: 1,
        samlIDPMetaDataOptionsForceUTF8: 1,
        samlIDPMetaDataOptionsCheckSSOMessageSignature: 1,
        samlIDPMetaDataOptionsCheckSLOMessageSignature: 1,
        samlIDPMetaDataOptionsCheckTime: 1,
        samlIDPMetaDataOptionsCheckAudience: 1,
        samlIDPMetaDataOptionsSignSSOMessage: 1,
        samlIDPMetaDataOptionsSignSLOMessage: 1,
        samlIDPMetaDataOptionsAllowLoginFromIDP: 0,
        ...idpOptions,
      },
    },

    // The other side: a provider for the clinic.
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: oidc.private,
    oidcServicePublicKeySig: oidc.public,
    oidcServiceKeyIdSig: 'bridge',
    oidcRPMetaDataExportedVars: {
      clinic: { email: 'mail', given_name: 'givenName', family_name: 'sn', groups: 'house_groups;string;always' },
    },
    oidcServiceIgnoreScopeForClaims: 1,
    oidcRPMetaDataOptions: {
      clinic: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: returns.redirectUri,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: returns.after,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
  }
}

const iniOf = (folder: string, templates: string) => `
[all]
logLevel = notice
checkTime = 1
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { namespace => 'config', default_expires_in => 600, cache_root => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = ${templates}
languages = en, fr, es
`

/**
 * What Apache or nginx does in production: it serves files (jQuery is either unpacked or installed), and leaves out the
 * bridge's cookie where the house's answer arrives. With a session, the bridge ignores the answer.
 */
const psgiOf = (htdocs: string, root: string, keepsSession: boolean) => `
use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {
  enable sub {
    my $app = shift;
    sub {
      my $env = shift;
      $env->{HTTP_COOKIE} =~ s/\\bbridge=[^;]*//
        if ${keepsSession ? 0 : 1} && $env->{HTTP_COOKIE} && $env->{PATH_INFO} eq '/saml/proxySingleSignOnPost';
      $app->($env);
    };
  };
  enable 'Static', path => qr{^/static/}, root => '${htdocs}';
  enable 'Static', path => qr{^/javascript/}, root => '${join(root, 'usr/share')}', pass_through => 1;
  enable 'Static', path => qr{^/javascript/}, root => '/usr/share';
  Lemonldap::NG::Portal::Main->run({});
};
`
