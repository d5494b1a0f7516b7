/** What somebody between the house and the bridge does to a signed answer: to the person's group, or to the signature. */
export const forgeries: readonly (readonly [string, (xml: string) => string])[] = [
  ['another group', (xml) => changed(xml)],
  ['another group, no signature', (xml) => changed(xml).replaceAll(signature, '')],
  ['another group, only the assertion without signature', (xml) => changed(withoutFirst(xml))],
  [
    'a forged assertion before the signed one',
    (xml) => {
      const [signed] = assertion.exec(xml)!
      return xml.replace(signed, `${changed(signed).replaceAll(signature, '').replace(/ID="[^"]+"/, 'ID="_forged"')}${signed}`)
    },
  ],
  [
    'a forged assertion after the signed one',
    (xml) => {
      const [signed] = assertion.exec(xml)!
      return xml.replace(signed, `${signed}${changed(signed).replaceAll(signature, '').replace(/ID="[^"]+"/, 'ID="_forged"')}`)
    },
  ],
]

const assertion = /<saml:Assertion [\s\S]*<\/saml:Assertion>/
const signature = /<ds:Signature [\s\S]*?<\/ds:Signature>/g

function changed(xml: string): string {
  const forged = xml.replace('>kitchen<', '>speech<')
  if (forged === xml) throw new Error(`the answer has no group to change: ${xml}`)
  return forged
}

const withoutFirst = (xml: string) => xml.replace(/<ds:Signature [\s\S]*?<\/ds:Signature>/, '')
