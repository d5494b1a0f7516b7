/** What somebody between the house and the bridge does to a signed answer, to get into another group. */
export const forgeries: Readonly<Record<string, (xml: string) => string>> = {
  'another group': (xml) => inGroup(xml),
  'another group, without signatures': (xml) => inGroup(xml.replaceAll(signatures, '')),
  'another group, with the signature of the assertion only': (xml) => inGroup(xml.replace(firstSignature, '')),
  'a forged assertion before the signed one': (xml) => xml.replace(assertion, (signed) => `${forged(signed)}${signed}`),
  'a forged assertion after the signed one': (xml) => xml.replace(assertion, (signed) => `${signed}${forged(signed)}`),
  'a forged assertion around the signed one': (xml) =>
    xml.replace(assertion, (signed) => forged(signed).replace('</saml:Issuer>', `</saml:Issuer>${signed}`)),
  'the signed assertion in an extension, a forged one in its place': (xml) =>
    xml.replace(assertion, forged).replace('<samlp:Status>', (status) => {
      const [signed] = assertion.exec(xml)!
      return `<samlp:Extensions>${signed}</samlp:Extensions>${status}`
    }),
}

const assertion = /<saml:Assertion [\s\S]*<\/saml:Assertion>/
const signatures = /<ds:Signature [\s\S]*?<\/ds:Signature>/g
/** It is the one of the whole answer. */
const firstSignature = /<ds:Signature [\s\S]*?<\/ds:Signature>/

function inGroup(xml: string): string {
  if (!xml.includes('>kitchen<')) throw new Error(`no group to change in ${xml}`)
  return xml.replace('>kitchen<', '>speech<')
}

const forged = (signed: string) => inGroup(signed.replaceAll(signatures, '')).replace(/ ID="[^"]+"/, ' ID="_forged"')
